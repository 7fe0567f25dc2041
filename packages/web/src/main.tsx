import '@fontsource-variable/geist'
import '@fontsource-variable/geist-mono'
import '@nimbus-ds/styles/dist/themes/dark.css'
import './ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { StartPage } from './start/start-page.tsx'
import { startTexts } from './texts/index.ts'
import { startTheme } from './ui/theme.ts'

startTheme()
await startTexts()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <StartPage />
  </StrictMode>,
)
