// The forms and mails of partners in German.
import type { Account } from "../english.ts";

export const account: Account = {
  language: "Sprache",
  trackedWith: "Erfasst mit {product}",
  partnerPages: "Partnerseite",
  overview: "Übersicht",
  signOut: "Abmelden",
  save: "Speichern",
  saved: "Gespeichert.",
  backToYourPage: "Zurück zu Ihrer Seite",
  yourPrograms: "Ihre Programme",
  signInAsPartner: "Als Partner anmelden",
  signIn: "Anmelden",
  noPassword: "Sie brauchen kein Passwort: Ein Link zum Anmelden kommt per E-Mail.",
  email: "E-Mail",
  mailMeALink: "Link zusenden",
  brandSignIn: "Sie sind eine Marke? Hier anmelden",
  signedOut: "Sie sind abgemeldet.",
  signInFirst: "Bitte melden Sie sich zuerst an.",
  linkGone:
    "Dieser Link wurde schon benutzt oder ist abgelaufen: Er gilt einmal und nur kurze Zeit. Fordern Sie unten einen neuen an.",
  signInLinkSent: "Falls {email} einem Partner gehört, ist ein Link zum Anmelden unterwegs.",
  confirmLinkSent: "Ein Link zum Bestätigen von {email} ist unterwegs.",
  checkMail: "Sehen Sie in Ihr Postfach",
  checkMailText:
    "Der Link gilt einmal, {minutes, plural, one {# Minute} other {# Minuten}} lang. Nichts angekommen? Sehen Sie im Spam-Ordner nach, oder fragen Sie die Marke, welche E-Mail-Adresse sie von Ihnen hat.",
  useAnotherEmail: "Andere E-Mail-Adresse verwenden",
  oneMoreStep:
    "Noch ein Schritt: Er zeigt, dass ein Mensch den Link geöffnet hat und kein Programm, das E-Mails prüft.",
  notAnEmail: "Das ist keine E-Mail-Adresse. Eine solche sieht so aus: {example}.",
  tooMany: "Zu viele Versuche. Versuchen Sie es in {seconds, plural, one {# Sekunde} other {# Sekunden}} erneut.",
  cannotBeRead: "Ihre Eingabe konnte nicht gelesen werden. Bitte versuchen Sie es erneut.",

  joinClosed: "Die Anmeldung ist geschlossen",
  joinClosedText:
    "Dieses Programm nimmt über diese Seite keine neuen Partner auf. Fragen Sie die Marke, ob sie Sie einlädt.",
  partnerAlready: "Sie sind schon Partner? Anmelden",
  becomePartnerOf: "Partner von {program} werden",
  openToAll: "Bestätigen Sie Ihre E-Mail-Adresse, und Ihr Link ist bereit.",
  openByApproval: "{program} prüft jede Anfrage. Bestätigen Sie zuerst Ihre E-Mail-Adresse.",
  name: "Name",
  yourCode: "Ihr Code",
  codeHint: "Er ist Teil Ihrer Links, wie {code} in {link}. Er lässt sich nicht ändern.",
  becomePartner: "Partner werden",
  askToBecomePartner: "Partnerschaft anfragen",
  yoursAfter: "Die Provision gehört Ihnen {days, plural, one {# Tag} other {# Tage}} nach dem Verkauf.",
  nameFault: "Ihr Name braucht 1 bis 100 Zeichen, ohne Webadresse und ohne Zeichen, die die Schreibrichtung ändern.",
  codeFault: "Der Code braucht 1 bis 64 Zeichen: Buchstaben, Ziffern und, außer an erster Stelle, {characters}",
  optional: "Freiwillig.",
  answersFault: "Prüfen Sie die markierten Felder.",
  answerTooLong: "Das sind zu viele Zeichen: höchstens {characters, plural, one {# ist} other {# sind}} erlaubt.",
  answerCharacters: "Das enthält Zeichen, die nicht gespeichert werden können, etwa Steuerzeichen.",
  answerUrl: "Das ist keine Webadresse: Sie sieht so aus wie {example}.",
  answerNumber: "Das ist keine Zahl: Sie sieht so aus wie {example}.",
  answerChoice: "Wählen Sie eine der Antworten.",

  nothingHere: "Hier gibt es nichts",
  noPartnerHere: "Mit der E-Mail-Adresse, mit der Sie sich angemeldet haben, sind Sie kein Partner dieses Programms.",
  noPrograms:
    "Mit dieser E-Mail-Adresse sind Sie in keinem Programm Partner. Bitten Sie die Marke, sie zu hinterlegen, oder melden Sie sich auf der Partnerseite der Marke an.",
  declined: "Abgelehnt",
  waiting: "Wartet auf Genehmigung",
  brandLooks:
    "Eine Marke prüft Ihre Anfrage. Melden Sie sich in ein bis zwei Tagen wieder an: Dann ist ihre Seite hier.",

  taxDetails: "Steuerdaten",
  payoutDetails: "Auszahlungsdaten",
  payoutDetailsText:
    "Wohin {program} Ihr Geld sendet. Verschlüsselt gespeichert und nur für Sie und für die sichtbar, die bei der Marke Auszahlungen bearbeiten.",
  payoutEmail: "E-Mail-Adresse Ihres Kontos bei PayPal oder Wise",
  payoutNameHint: "So, wie Ihre Bank ihn kennt.",
  accountHolder: "Kontoinhaber",
  holderPerson: "Ich, eine Privatperson",
  holderInstitution: "Ein Unternehmen",
  payoutsGoThere: "Gespeichert. Ihre nächsten Auszahlungen gehen dorthin.",
  payoutEmailFault: "Geben Sie eine E-Mail-Adresse ein, die mit einem Buchstaben oder einer Ziffer beginnt.",
  payoutNameFault:
    "Der Name braucht 1 bis 140 Zeichen, das erste ein Buchstabe oder eine Ziffer und keines ein Steuerzeichen.",
  accountHolderFault: "Wählen Sie, ob das Konto einer Person oder einem Unternehmen gehört.",

  postback: "Postback",
  postbackText:
    "Eine URL Ihres Netzwerks oder Trackers, die aufgerufen wird, wenn Sie etwas verdienen. Lassen Sie sie leer, um die Aufrufe zu beenden.",
  postbackHolds: "Sie darf enthalten: {names}.",
  address: "Adresse",
  suchAs: "Zum Beispiel {example}",
  howCalled: "Art des Aufrufs",
  byGet: "GET, mit ausgefüllter Adresse",
  byPost: "POST, mit JSON",
  messages: "Nachrichten",
  newCommissions: "Neue Provisionen",
  newAndLater: "Neue Provisionen und spätere Änderungen",
  postbackUnknown: "Die Adresse enthält unbekannte Platzhalter: {names}.",
  postbackFault:
    "Die Adresse lässt sich nicht aufrufen: Nötig ist eine vollständige Adresse im öffentlichen Internet, die mit https:// beginnt.",
  postbackFull:
    "Die Adresse lässt sich nicht setzen: Das Programm hat für Sie schon so viele Postbacks gesetzt, wie möglich sind.",

  mailSignIn: "Anmeldung auf Ihrer Partnerseite",
  mailSignInText:
    "Jemand, wahrscheinlich Sie, möchte sich mit dieser E-Mail-Adresse als Partner anmelden. Öffnen Sie diesen Link innerhalb von {minutes, plural, one {# Minute} other {# Minuten}}; er gilt einmal:",
  mailConfirm: "Bestätigen Sie Ihre E-Mail-Adresse",
  mailConfirmText:
    "Jemand, wahrscheinlich Sie, möchte mit dieser E-Mail-Adresse Partner werden. Bestätigen Sie sie innerhalb von {minutes, plural, one {# Minute} other {# Minuten}}:",
  mailIgnore: "Waren Sie das nicht, ignorieren Sie diese E-Mail: Es geschieht nichts.",
  mailApproved: "Sie sind jetzt Partner",
  mailApprovedText:
    "{program} hat Sie als Partner aufgenommen. Melden Sie sich mit dieser E-Mail-Adresse an; dort finden Sie Ihren Link und später Ihre Provisionen und Auszahlungen:",
  mailDeclined: "Ihre Bewerbung als Partner",
  mailDeclinedText:
    "{program} hat Sie nicht als Partner aufgenommen. Nach dem Grund können Sie dort fragen; wir geben nur die Entscheidung weiter.",
  mailWhy: "Sie erhalten diese E-Mail, weil Sie Partner werden wollten.",
};
