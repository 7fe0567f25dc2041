import type { Texts } from './en.ts'

export const pt: Texts = {
  language: 'Idioma',
  signIn: {
    title: 'Entrar',
    lead: 'Com a sua conta Bodega.',
    email: 'E-mail',
    password: 'Senha',
    submit: 'Entrar',
    forgot: 'Esqueceu a senha?',
    signUp: 'Criar uma conta',
    wrong: 'O e-mail ou a senha não estão corretos.',
    tooOften: 'Tentativas demais. Espere um momento e tente de novo.',
    demo: 'Isto é uma demonstração: basta um clique',
    asOwner: 'Dono da loja de demonstração',
    asPartner: 'Parceiro que faz aplicativos',
  },
  consent: {
    title: app => `Instalar ${app}?`,
    publisher: name => `Um aplicativo de ${name}`,
    scopes: 'Se você aceitar, ele poderá:',
    lifetime: 'Até que você o desinstale no administrador da sua loja, em Aplicativos.',
    privacy: 'Política de privacidade do aplicativo',
    store: 'Nesta loja',
    installed: 'já instalado, recebe um novo token',
    added: 'Mais do que antes:',
    noStore: 'Você não tem uma loja em que este aplicativo possa ser instalado.',
    leads: host => `Depois você será levado a ${host}.`,
    accept: 'Aceitar e instalar',
    decline: 'Recusar',
    you: 'Você entrou como',
    notYou: 'Não é você? Sair',
  },
  callback: {
    title: 'O aplicativo está instalado',
    lead: 'Este é o código de autorização. O aplicativo o troca pelo seu token, uma única vez e dentro de cinco minutos:',
    secret:
      'O client secret está nas chaves de acesso do aplicativo; o do aplicativo de demonstração também está em demo.json, no diretório de dados.',
    noCode: 'Não há aqui um código que ainda possa ser usado. Instale o aplicativo de novo.',
    declined: 'A instalação foi recusada.',
  },
  demoApp: {
    title: 'Demo app',
    lead: 'Um aplicativo dentro do painel. Ele cumprimentou, e isto é o que o painel lhe contou:',
    store: 'Loja',
    user: 'Quem o usa',
    token: 'Token de sessão',
    waiting: 'Espera pelo painel',
    verify: 'O token é feito de novo para cada pedido. O servidor de um aplicativo o verifica com o client secret.',
  },
  refusal: { title: 'Isto não funciona', lead: 'Algo no pedido não está certo. Volte e tente de novo.' },
  resetMail: {
    subject: 'Escolha uma nova senha',
    text: link =>
      `Alguém, provavelmente você, pediu uma nova senha.\n\nEscolha-a aqui dentro de uma hora:\n${link}\n\nSe não foi você, nada mudou e não é preciso fazer nada.`,
  },
  invitationMail: {
    subject: store => `Convite para ${store}`,
    text: (store, from, link) =>
      `${from} convida você a trabalhar na loja ${store}.\n\nAceite dentro de uma semana:\n${link}\n\nSe você não conhece essa pessoa, não é preciso fazer nada.`,
  },
}
