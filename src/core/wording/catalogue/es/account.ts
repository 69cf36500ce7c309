// The forms and mails of partners in Spanish.
import type { Account } from "../english.ts";

export const account: Account = {
  language: "Idioma",
  trackedWith: "Seguimiento con {product}",
  partnerPages: "Página del socio",
  overview: "Resumen",
  signOut: "Cerrar sesión",
  save: "Guardar",
  saved: "Guardado.",
  backToYourPage: "Volver a su página",
  yourPrograms: "Sus programas",
  signInAsPartner: "Acceso para socios",
  signIn: "Iniciar sesión",
  noPassword: "No necesita contraseña: le llegará un enlace de acceso por correo electrónico.",
  email: "Correo electrónico",
  mailMeALink: "Enviarme un enlace",
  brandSignIn: "¿Es usted una marca? Inicie sesión aquí",
  signedOut: "Ha cerrado la sesión.",
  signInFirst: "Inicie sesión primero.",
  linkGone:
    "Este enlace ya se usó o ha caducado: sirve una sola vez y durante poco tiempo. Solicite uno nuevo a continuación.",
  signInLinkSent: "Si {email} pertenece a un socio, hay un enlace de acceso en camino.",
  confirmLinkSent: "Hay un enlace en camino para confirmar {email}.",
  checkMail: "Revise su correo",
  checkMailText:
    "El enlace sirve una sola vez, durante {minutes, plural, one {# minuto} other {# minutos}}. ¿No ha llegado nada? Mire en la carpeta de correo no deseado o pregunte a la marca qué correo electrónico tiene de usted.",
  useAnotherEmail: "Usar otro correo electrónico",
  oneMoreStep: "Un paso más: demuestra que el enlace lo ha abierto una persona y no un programa que revisa el correo.",
  notAnEmail: "Esto no es una dirección de correo electrónico: tiene la forma {example}.",
  tooMany: "Demasiados intentos. Inténtelo de nuevo en {seconds, plural, one {# segundo} other {# segundos}}.",
  cannotBeRead: "No se pudo leer lo que envió. Inténtelo de nuevo.",

  joinClosed: "El registro está cerrado",
  joinClosedText:
    "Este programa no admite socios nuevos a través de esta página. Pregunte a la marca si puede invitarle.",
  partnerAlready: "¿Ya es socio? Inicie sesión",
  becomePartnerOf: "Hágase socio de {program}",
  openToAll: "Confirme su correo electrónico y su enlace estará listo.",
  openByApproval: "{program} revisa cada solicitud. Confirme primero su correo electrónico.",
  name: "Nombre",
  yourCode: "Su código",
  codeHint: "Forma parte de sus enlaces, como {code} en {link}. No se puede cambiar.",
  becomePartner: "Hacerse socio",
  askToBecomePartner: "Solicitar ser socio",
  yoursAfter: "La comisión es suya {days, plural, one {# día} other {# días}} después de la venta.",
  nameFault:
    "Su nombre debe tener de 1 a 100 caracteres, sin dirección web ni caracteres que cambien el sentido de la escritura.",
  codeFault: "El código debe tener de 1 a 64 caracteres: letras, cifras y, salvo en la primera posición, {characters}",
  optional: "Opcional.",
  answersFault: "Revise los campos marcados.",
  answerTooLong: "Hay demasiados caracteres: como máximo {characters, plural, one {#} other {#}}.",
  answerCharacters: "Contiene caracteres que no se pueden guardar, como caracteres de control.",
  answerUrl: "Esto no es una dirección web: debe ser como {example}.",
  answerNumber: "Esto no es un número: debe ser como {example}.",
  answerChoice: "Elija una de las respuestas.",

  nothingHere: "Aquí no hay nada",
  noPartnerHere: "Con el correo electrónico con el que inició sesión, usted no es socio de este programa.",
  noPrograms:
    "Con este correo electrónico no es socio de ningún programa. Pida a la marca que lo añada o regístrese en la página para socios de la marca.",
  declined: "Rechazada",
  waiting: "Pendiente de aprobación",
  brandLooks:
    "Una marca está revisando su solicitud. Vuelva a iniciar sesión en uno o dos días: su página estará aquí.",

  taxDetails: "Datos fiscales",
  payoutDetails: "Datos de cobro",
  payoutDetailsText:
    "Adónde envía {program} su dinero. Se guarda cifrado y solo lo ven usted y quienes gestionan los pagos de la marca.",
  payoutEmail: "Correo electrónico de su cuenta de PayPal o Wise",
  payoutNameHint: "Tal como lo conoce su banco.",
  accountHolder: "Titular de la cuenta",
  holderPerson: "Yo, una persona",
  holderInstitution: "Una empresa",
  payoutsGoThere: "Guardado. Sus próximos pagos irán allí.",
  payoutEmailFault: "Indique una dirección de correo electrónico que empiece por una letra o una cifra.",
  payoutNameFault:
    "El nombre debe tener de 1 a 140 caracteres; el primero, una letra o una cifra, y ninguno de control.",
  accountHolderFault: "Elija si el titular de la cuenta es una persona o una empresa.",

  postback: "Postback",
  postbackText:
    "Una URL de su red o rastreador a la que se llama cuando usted gana una comisión. Déjela vacía para detener las llamadas.",
  postbackHolds: "Puede contener {names}.",
  address: "Dirección",
  suchAs: "Por ejemplo, {example}",
  howCalled: "Forma de llamada",
  byGet: "GET, con la dirección completada",
  byPost: "POST, con JSON",
  messages: "Mensajes",
  newCommissions: "Comisiones nuevas",
  newAndLater: "Comisiones nuevas y cambios posteriores",
  postbackUnknown: "La dirección contiene variables desconocidas: {names}.",
  postbackFault:
    "No se puede llamar a la dirección: debe ser una dirección completa de la internet pública que empiece por https://.",
  postbackFull: "No se puede guardar la dirección: el programa ya ha definido para usted el máximo de postbacks.",

  mailSignIn: "Acceso a su página de socio",
  mailSignInText:
    "Alguien, probablemente usted, quiere iniciar sesión como socio con este correo electrónico. Abra este enlace en un plazo de {minutes, plural, one {# minuto} other {# minutos}}; sirve una sola vez:",
  mailConfirm: "Confirme su correo electrónico",
  mailConfirmText:
    "Alguien, probablemente usted, quiere hacerse socio con este correo electrónico. Confírmelo en un plazo de {minutes, plural, one {# minuto} other {# minutos}}:",
  mailIgnore: "Si no fue usted, ignore este correo: no ocurrirá nada.",
  mailApproved: "Ya es usted socio",
  mailApprovedText:
    "{program} le ha admitido como socio. Inicie sesión con este correo electrónico para encontrar su enlace y, más adelante, sus comisiones y pagos:",
  mailDeclined: "Su solicitud como socio",
  mailDeclinedText:
    "{program} no le ha admitido como socio. Puede preguntar el motivo a la marca; nosotros solo transmitimos su decisión.",
  mailWhy: "Recibe este correo porque solicitó ser socio.",
};
