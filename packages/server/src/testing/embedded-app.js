/** The app's side of an embedded app, made with the public package as its makers would. The test presses its buttons. */
import {
  ACTION_NAVIGATE_SYNC,
  connect,
  copyToClipboard,
  create,
  ErrorBoundary,
  getCurrentPathname,
  getFeatureStatus,
  getIsMobileDevice,
  getSessionToken,
  getStoreInfo,
  getUserAdminInfo,
  goTo,
  goToOldAdmin,
  iAmReady,
  navigateBack,
  navigateExit,
  navigateFullscreen,
  navigateHeader,
  navigateHeaderRemove,
  openInDefaultBrowser,
  runWithUpsell,
  setAppOverlay,
  syncPathname,
} from '@tiendanube/nexo'
import { createElement, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

const nexo = create({ clientId: '123' })

/** The app's own server takes the token of the moment, and tells what it found in it. */
async function askServer() {
  const token = await getSessionToken(nexo)
  const answer = await fetch('/api/claims', { headers: { authorization: `Bearer ${token}` } })
  return answer.json()
}

const buttons = {
  'two tokens at once': async () => (await Promise.all([askServer(), askServer()])).map(({ storeId }) => storeId),
  user: () => getUserAdminInfo(nexo),
  mobile: () => getIsMobileDevice(nexo),
  path: () => getCurrentPathname(nexo),
  copy: () => copyToClipboard(nexo, 'from the app'),
  feature: () => getFeatureStatus(nexo, 'anything'),
  upsell: () =>
    new Promise(resolve => {
      const asked = { featureKey: 'anything', modalTitle: 'More', trackingSource: 'test' }
      runWithUpsell({ nexo, ...asked, callback: () => resolve('went on') })
    }),
  header: () => navigateHeader(nexo, { goTo: '/', text: 'To the beginning' }),
  'admin header': () => navigateHeader(nexo, { goToAdmin: '/products', text: 'To the products' }),
  'no header': () => navigateHeaderRemove(nexo),
  full: () => navigateFullscreen(nexo, 'fullscreen'),
  normal: () => navigateFullscreen(nexo, 'normal'),
  dim: () => setAppOverlay(nexo, true),
  undim: () => setAppOverlay(nexo, false),
  'to orders': () => goTo(nexo, '/orders'),
  'to old orders': () => goToOldAdmin(nexo, 'admin/orders'),
  'to login': () => goTo(nexo, '/../../login'),
  outside: () => openInDefaultBrowser(nexo, `${location.origin}/silent`),
  'outside by script': () => openInDefaultBrowser(nexo, 'javascript:alert(1)'),
  back: () => navigateBack(nexo),
  exit: () => navigateExit(nexo),
}

const button = (name, onClick) => createElement('button', { key: name, type: 'button', onClick }, name)

function App() {
  const [path, setPath] = useState('/')
  const [outcome, setOutcome] = useState()
  const [isBroken, setBroken] = useState(false)
  const [first, setFirst] = useState()
  useEffect(() => nexo.suscribe(ACTION_NAVIGATE_SYNC, ({ path: wanted }) => setPath(wanted)), [])
  useEffect(() => syncPathname(nexo, path), [path])
  useEffect(() => {
    iAmReady(nexo)
    navigateHeaderRemove(nexo)
    Promise.all([getStoreInfo(nexo), askServer()]).then(([store, claims]) => setFirst({ store, claims }))
  }, [])
  if (isBroken) throw new Error('The app is broken')
  const press = act => async () => {
    // Else the test could read what the last button said.
    setOutcome()
    setOutcome(JSON.stringify((await act()) ?? null))
  }
  return createElement(
    'main',
    null,
    createElement('h1', null, first ? first.store.name : 'Waiting'),
    createElement('pre', { id: 'store' }, JSON.stringify(first?.store)),
    createElement('pre', { id: 'claims' }, JSON.stringify(first?.claims)),
    createElement('p', { id: 'path' }, path),
    createElement('output', null, outcome),
    button('show products', () => setPath('/products')),
    button('break', () => setBroken(true)),
    ...Object.entries(buttons).map(([name, act]) => button(name, press(act))),
  )
}

connect(nexo).then(() =>
  createRoot(document.getElementById('root')).render(createElement(ErrorBoundary, { nexo }, createElement(App))),
)
