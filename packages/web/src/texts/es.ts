import type { Texts } from './en.ts'

export const es: Texts = {
  title: 'Bodega: la API de tienda que corre en tu propia máquina',
  skip: 'Ir al contenido',
  language: 'Idioma',
  theme: { label: 'Tema', system: 'Como el sistema', light: 'Claro', dark: 'Oscuro' },
  copy: { action: 'Copiar', done: 'Copiado', failed: 'No se copió' },
  retry: 'Reintentar',
  start: {
    headline: 'La API de tienda que corre en tu propia máquina',
    lead: 'Una API HTTP para tiendas con stock en varios lugares. Corre en tu máquina, con tus datos en tu PostgreSQL.',
    name: 'Una bodega es el lugar donde se guarda la mercadería. En Nueva York y en el nordeste de Brasil, es el almacén de la esquina.',
    openDocs: 'Leer la documentación',
    address: 'Dirección base',
    service: 'Lo que está corriendo',
    explore: 'Para explorar',
    license: 'Licencia MIT',
  },
  status: {
    checking: 'Consultando el servicio',
    ready: 'En línea y listo',
    notReady: 'No está listo',
    unreachable: 'El servicio no responde',
    noReason: 'el servicio no dice por qué',
  },
  facts: {
    release: 'Versión',
    endpoints: 'Endpoints',
    resources: 'Recursos',
    loading: 'Cargando',
    none: 'Todavía ninguno',
    failed: 'No se pudo cargar la descripción de la API.',
  },
  firstCall: {
    title: 'Primera llamada',
    languages: 'Lenguaje del ejemplo',
    token:
      '`$TOKEN` de la tienda de prueba: `access_token` en `.bodega/demo.json`, o la salida de `npm start` en la terminal. Para crear uno:',
    example: 'ejemplo',
    command: 'comando',
  },
  cards: {
    docs: { title: 'Documentación', text: 'Cada endpoint con sus campos, errores y permisos.' },
    openapi: { title: 'OpenAPI', text: 'Lo mismo en un archivo, para clientes y generadores de código.' },
    health: { title: 'Salud', text: 'Dice si el servicio puede atender y, si no, por qué.' },
    metrics: { title: 'Métricas', text: 'Solicitudes, tiempos y memoria, en formato Prometheus.' },
  },
}
