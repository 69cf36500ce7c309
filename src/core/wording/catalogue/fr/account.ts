// The forms and mails of partners in French.
import type { Account } from "../english.ts";

export const account: Account = {
  language: "Langue",
  trackedWith: "Suivi assuré par {product}",
  partnerPages: "Espace partenaire",
  overview: "Vue d’ensemble",
  signOut: "Se déconnecter",
  save: "Enregistrer",
  saved: "Enregistré.",
  backToYourPage: "Revenir à votre page",
  yourPrograms: "Vos programmes",
  signInAsPartner: "Connexion partenaire",
  signIn: "Se connecter",
  noPassword: "Aucun mot de passe n’est nécessaire : un lien de connexion vous est envoyé par e-mail.",
  email: "E-mail",
  mailMeALink: "Recevoir un lien",
  brandSignIn: "Vous êtes une marque ? Connectez-vous ici",
  signedOut: "Vous êtes déconnecté.",
  signInFirst: "Connectez-vous d’abord.",
  linkGone:
    "Ce lien a déjà été utilisé ou a expiré : il ne sert qu’une fois et peu de temps. Demandez-en un nouveau ci-dessous.",
  signInLinkSent: "Si {email} est l’adresse d’un partenaire, un lien de connexion vient d’être envoyé.",
  confirmLinkSent: "Un lien pour confirmer {email} vient d’être envoyé.",
  checkMail: "Consultez votre messagerie",
  checkMailText:
    "Le lien ne sert qu’une fois, pendant {minutes, plural, one {# minute} other {# minutes}}. Rien reçu ? Regardez dans vos courriers indésirables, ou demandez à la marque quelle adresse e-mail elle a de vous.",
  useAnotherEmail: "Utiliser une autre adresse e-mail",
  oneMoreStep:
    "Encore une étape : elle montre qu’une personne a ouvert le lien, et non un programme qui analyse les e-mails.",
  notAnEmail: "Ce n’est pas une adresse e-mail : elle ressemble à {example}.",
  tooMany: "Trop de tentatives. Réessayez dans {seconds, plural, one {# seconde} other {# secondes}}.",
  cannotBeRead: "Votre envoi n’a pas pu être lu. Veuillez réessayer.",

  joinClosed: "Les inscriptions sont fermées",
  joinClosedText:
    "Ce programme n’accepte pas de nouveaux partenaires par cette page. Demandez à la marque si elle peut vous inviter.",
  partnerAlready: "Déjà partenaire ? Connectez-vous",
  becomePartnerOf: "Devenir partenaire de {program}",
  openToAll: "Confirmez votre adresse e-mail, et votre lien est prêt.",
  openByApproval: "{program} examine chaque demande. Confirmez d’abord votre adresse e-mail.",
  name: "Nom",
  yourCode: "Votre code",
  codeHint: "Il fait partie de vos liens, comme {code} dans {link}. Il ne peut pas être modifié.",
  becomePartner: "Devenir partenaire",
  askToBecomePartner: "Demander à devenir partenaire",
  yoursAfter: "La commission vous est acquise {days, plural, one {# jour} other {# jours}} après la vente.",
  nameFault:
    "Votre nom doit compter de 1 à 100 caractères, sans adresse web ni caractère qui change le sens de l’écriture.",
  codeFault:
    "Le code doit compter de 1 à 64 caractères : des lettres, des chiffres et, sauf en première position, {characters}",
  optional: "Facultatif.",
  answersFault: "Vérifiez les champs signalés.",
  answerTooLong: "Il y a trop de caractères : {characters, plural, one {# au plus} other {# au plus}}.",
  answerCharacters:
    "Ce texte contient des caractères qui ne peuvent pas être conservés, comme des caractères de contrôle.",
  answerUrl: "Ce n’est pas une adresse web : elle doit ressembler à {example}.",
  answerNumber: "Ce n’est pas un nombre : il doit ressembler à {example}.",
  answerChoice: "Choisissez l’une des réponses.",

  nothingHere: "Il n’y a rien ici",
  noPartnerHere: "Vous n’êtes pas partenaire de ce programme avec l’adresse e-mail de votre connexion.",
  noPrograms:
    "Vous n’êtes partenaire d’aucun programme avec cette adresse e-mail. Demandez à la marque de l’ajouter, ou inscrivez-vous sur la page de la marque destinée aux partenaires.",
  declined: "Refusée",
  waiting: "En attente d’approbation",
  brandLooks: "Une marque examine votre demande. Reconnectez-vous dans un jour ou deux : sa page sera ici.",

  taxDetails: "Informations fiscales",
  payoutDetails: "Coordonnées de paiement",
  payoutDetailsText:
    "Là où {program} envoie votre argent. Conservé chiffré, visible par vous et par les personnes qui gèrent les paiements de la marque.",
  payoutEmail: "E-mail de votre compte PayPal ou Wise",
  payoutNameHint: "Tel que votre banque le connaît.",
  accountHolder: "Titulaire du compte",
  holderPerson: "Moi-même, un particulier",
  holderInstitution: "Une entreprise",
  payoutsGoThere: "Enregistré. Vos prochains versements iront à cette destination.",
  payoutEmailFault: "Saisissez une adresse e-mail qui commence par une lettre ou un chiffre.",
  payoutNameFault:
    "Le nom doit compter de 1 à 140 caractères, le premier une lettre ou un chiffre, sans caractère de contrôle.",
  accountHolderFault: "Indiquez si le titulaire du compte est une personne ou une entreprise.",

  postback: "Postback",
  postbackText:
    "Une URL de votre réseau ou de votre outil de suivi, appelée quand vous gagnez une commission. Laissez-la vide pour arrêter les appels.",
  postbackHolds: "Elle peut contenir {names}.",
  address: "Adresse",
  suchAs: "Par exemple {example}",
  howCalled: "Mode d’appel",
  byGet: "GET, avec l’adresse complétée",
  byPost: "POST, avec JSON",
  messages: "Messages",
  newCommissions: "Nouvelles commissions",
  newAndLater: "Nouvelles commissions et modifications ultérieures",
  postbackUnknown: "L’adresse contient des variables inconnues : {names}.",
  postbackFault:
    "L’adresse ne peut pas être appelée : il faut une adresse complète de l’internet public qui commence par https://.",
  postbackFull:
    "L’adresse ne peut pas être enregistrée : le programme a déjà défini pour vous le nombre maximal de postbacks.",

  mailSignIn: "Connexion à votre espace partenaire",
  mailSignInText:
    "Quelqu’un, vous sans doute, souhaite se connecter comme partenaire avec cette adresse e-mail. Ouvrez ce lien dans un délai de {minutes, plural, one {# minute} other {# minutes}} ; il ne sert qu’une fois :",
  mailConfirm: "Confirmez votre adresse e-mail",
  mailConfirmText:
    "Quelqu’un, vous sans doute, souhaite devenir partenaire avec cette adresse e-mail. Confirmez-la dans un délai de {minutes, plural, one {# minute} other {# minutes}} :",
  mailIgnore: "Si ce n’était pas vous, ignorez cet e-mail : il ne se passera rien.",
  mailApproved: "Vous êtes désormais partenaire",
  mailApprovedText:
    "{program} vous a accepté comme partenaire. Connectez-vous avec cette adresse e-mail pour trouver votre lien, puis vos commissions et vos versements :",
  mailDeclined: "Votre candidature comme partenaire",
  mailDeclinedText:
    "{program} ne vous a pas accepté comme partenaire. Vous pouvez en demander la raison à la marque ; nous ne faisons que transmettre sa décision.",
  mailWhy: "Vous recevez cet e-mail parce que vous avez demandé à devenir partenaire.",
};
