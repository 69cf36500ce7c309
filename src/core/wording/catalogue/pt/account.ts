// The forms and mails of partners in Portuguese, in Brazilian spelling.
import type { Account } from "../english.ts";

export const account: Account = {
  language: "Idioma",
  trackedWith: "Rastreado com {product}",
  partnerPages: "Página do parceiro",
  overview: "Visão geral",
  signOut: "Sair",
  save: "Salvar",
  saved: "Salvo.",
  backToYourPage: "Voltar à sua página",
  yourPrograms: "Seus programas",
  signInAsPartner: "Entrar como parceiro",
  signIn: "Entrar",
  noPassword: "Você não precisa de senha: um link de acesso chega ao seu e-mail.",
  email: "E-mail",
  mailMeALink: "Enviar-me um link",
  brandSignIn: "Você é uma marca? Entre aqui",
  signedOut: "Você saiu da sua conta.",
  signInFirst: "Entre primeiro.",
  linkGone: "Este link já foi usado ou expirou: ele funciona uma única vez e por pouco tempo. Peça um novo abaixo.",
  signInLinkSent: "Se {email} for de um parceiro, um link de acesso está a caminho.",
  confirmLinkSent: "Um link para confirmar {email} está a caminho.",
  checkMail: "Verifique seu e-mail",
  checkMailText:
    "O link funciona uma única vez, dentro de {minutes, plural, one {# minuto} other {# minutos}}. Não chegou nada? Veja a pasta de spam ou pergunte à marca qual e-mail seu ela tem.",
  useAnotherEmail: "Usar outro e-mail",
  oneMoreStep: "Mais um passo: ele mostra que uma pessoa abriu o link, e não um programa que examina e-mails.",
  notAnEmail: "Isto não é um endereço de e-mail: ele tem a forma {example}.",
  tooMany: "Tentativas demais. Tente novamente em {seconds, plural, one {# segundo} other {# segundos}}.",
  cannotBeRead: "Não foi possível ler o que você enviou. Tente novamente.",

  joinClosed: "As inscrições estão encerradas",
  joinClosedText:
    "Este programa não aceita novos parceiros por esta página. Pergunte à marca se ela pode convidar você.",
  partnerAlready: "Já é parceiro? Entre",
  becomePartnerOf: "Torne-se parceiro de {program}",
  openToAll: "Confirme seu e-mail e seu link estará pronto.",
  openByApproval: "{program} analisa cada pedido. Confirme primeiro seu e-mail.",
  name: "Nome",
  yourCode: "Seu código",
  codeHint: "Ele faz parte dos seus links, como {code} em {link}. Não pode ser alterado.",
  becomePartner: "Tornar-se parceiro",
  askToBecomePartner: "Pedir para ser parceiro",
  yoursAfter: "A comissão é sua {days, plural, one {# dia} other {# dias}} após a venda.",
  nameFault:
    "Seu nome precisa ter de 1 a 100 caracteres, sem endereço da web nem caracteres que mudem a direção da escrita.",
  codeFault:
    "O código precisa ter de 1 a 64 caracteres: letras, algarismos e, exceto na primeira posição, {characters}",
  optional: "Opcional.",
  answersFault: "Verifique os campos marcados.",
  answerTooLong: "Há caracteres demais: no máximo {characters, plural, one {#} other {#}}.",
  answerCharacters: "Há caracteres que não podem ser guardados, como caracteres de controle.",
  answerUrl: "Isto não é um endereço da web: deve ser como {example}.",
  answerNumber: "Isto não é um número: deve ser como {example}.",
  answerChoice: "Escolha uma das respostas.",

  nothingHere: "Não há nada aqui",
  noPartnerHere: "Com o e-mail usado para entrar, você não é parceiro deste programa.",
  noPrograms:
    "Com este e-mail, você não é parceiro de nenhum programa. Peça à marca que o adicione ou inscreva-se na página de parceiros da marca.",
  declined: "Recusado",
  waiting: "Aguardando aprovação",
  brandLooks: "Uma marca está analisando seu pedido. Entre de novo em um ou dois dias: a página dela estará aqui.",

  taxDetails: "Dados fiscais",
  payoutDetails: "Dados de recebimento",
  payoutDetailsText:
    "Para onde {program} envia seu dinheiro. Fica criptografado e é visto apenas por você e por quem cuida dos pagamentos da marca.",
  payoutEmail: "E-mail da sua conta no PayPal ou na Wise",
  payoutNameHint: "Como seu banco o conhece.",
  accountHolder: "Titular da conta",
  holderPerson: "Eu, pessoa física",
  holderInstitution: "Uma empresa",
  payoutsGoThere: "Salvo. Seus próximos pagamentos vão para lá.",
  payoutEmailFault: "Informe um endereço de e-mail que comece com uma letra ou um algarismo.",
  payoutNameFault:
    "O nome precisa ter de 1 a 140 caracteres; o primeiro, uma letra ou um algarismo, e nenhum de controle.",
  accountHolderFault: "Escolha se o titular da conta é uma pessoa ou uma empresa.",

  postback: "Postback",
  postbackText:
    "Uma URL da sua rede ou do seu rastreador que é chamada quando você ganha uma comissão. Deixe em branco para parar as chamadas.",
  postbackHolds: "Ela pode conter {names}.",
  address: "Endereço",
  suchAs: "Por exemplo, {example}",
  howCalled: "Forma da chamada",
  byGet: "GET, com o endereço preenchido",
  byPost: "POST, com JSON",
  messages: "Mensagens",
  newCommissions: "Novas comissões",
  newAndLater: "Novas comissões e alterações posteriores",
  postbackUnknown: "O endereço contém variáveis desconhecidas: {names}.",
  postbackFault:
    "O endereço não pode ser chamado: é preciso um endereço completo da internet pública que comece com https://.",
  postbackFull: "O endereço não pode ser salvo: o programa já definiu para você o número máximo de postbacks.",

  mailSignIn: "Acesso à sua página de parceiro",
  mailSignInText:
    "Alguém, provavelmente você, quer entrar como parceiro com este endereço de e-mail. Abra este link em até {minutes, plural, one {# minuto} other {# minutos}}; ele funciona uma única vez:",
  mailConfirm: "Confirme seu endereço de e-mail",
  mailConfirmText:
    "Alguém, provavelmente você, quer se tornar parceiro com este endereço de e-mail. Confirme-o em até {minutes, plural, one {# minuto} other {# minutos}}:",
  mailIgnore: "Se não foi você, ignore este e-mail: nada acontecerá.",
  mailApproved: "Agora você é parceiro",
  mailApprovedText:
    "{program} aceitou você como parceiro. Entre com este endereço de e-mail para encontrar seu link e, depois, suas comissões e seus pagamentos:",
  mailDeclined: "Seu pedido de parceria",
  mailDeclinedText:
    "{program} não aceitou você como parceiro. Você pode perguntar o motivo à marca; nós apenas repassamos a decisão.",
  mailWhy: "Você recebe este e-mail porque pediu para ser parceiro.",
};
