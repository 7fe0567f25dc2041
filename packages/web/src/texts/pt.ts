import type { Texts } from './en.ts'

export const pt: Texts = {
  title: 'Bodega: a API de loja que roda na sua própria máquina',
  skip: 'Ir para o conteúdo',
  language: 'Idioma',
  theme: { label: 'Tema', system: 'Como no sistema', light: 'Claro', dark: 'Escuro' },
  copy: { action: 'Copiar', done: 'Copiado', failed: 'Não copiado' },
  retry: 'Tentar de novo',
  start: {
    headline: 'A API de loja que roda na sua própria máquina',
    lead: 'Uma API HTTP para lojas com estoque em vários lugares. Roda na sua máquina, com os seus dados no seu PostgreSQL.',
    name: 'Em espanhol, bodega é o lugar onde se guarda o estoque. Em Nova York e no Nordeste do Brasil, é a venda da esquina.',
    openDocs: 'Ler a documentação',
    address: 'Endereço base',
    service: 'O que está rodando',
    explore: 'Para explorar',
    license: 'Licença MIT',
  },
  status: {
    checking: 'Consultando o serviço',
    ready: 'No ar e pronto',
    notReady: 'Não está pronto',
    unreachable: 'O serviço não responde',
    noReason: 'o serviço não diz por quê',
  },
  facts: {
    release: 'Versão',
    endpoints: 'Endpoints',
    resources: 'Recursos',
    loading: 'Carregando',
    none: 'Nenhum ainda',
    failed: 'Não foi possível carregar a descrição da API.',
  },
  firstCall: {
    title: 'Primeira chamada',
    languages: 'Linguagem do exemplo',
    token:
      '`$TOKEN` da loja de teste: `access_token` em `.bodega/demo.json`, ou a saída de `npm start` no terminal. Para criar um:',
    example: 'exemplo',
    command: 'comando',
  },
  cards: {
    docs: { title: 'Documentação', text: 'Cada endpoint com seus campos, erros e permissões.' },
    openapi: { title: 'OpenAPI', text: 'O mesmo em um arquivo, para clientes e geradores de código.' },
    health: { title: 'Saúde', text: 'Diz se o serviço pode atender e, se não, por quê.' },
    metrics: { title: 'Métricas', text: 'Requisições, tempos e memória, no formato Prometheus.' },
  },
}
