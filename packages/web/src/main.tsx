import '@fontsource-variable/geist'
import '@fontsource-variable/geist-mono'
import '@nimbus-ds/styles/dist/themes/dark.css'
import './ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './router.tsx'
import { queries } from './session.ts'
import { startTexts } from './texts/index.ts'
import { startFocus } from './ui/focus.ts'
import { startTheme } from './ui/theme.ts'
import { ToastProvider } from './ui/toasts.tsx'

startTheme()
await startTexts()
startFocus(router)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <ToastProvider>
        <RouterProvider router={router} />
      </ToastProvider>
    </QueryClientProvider>
  </StrictMode>,
)
