import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { nimbusIcons } from './nimbus-icons.ts'

const service = process.env.BODEGA_URL ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [nimbusIcons(), react()],
  // Nimbus is published for webpack, which supplies `global`.
  define: { global: 'globalThis' },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: Object.fromEntries(
      ['/v1', '/panel', '/images', '/health', '/metrics', '/docs', '/openapi.json'].map(path => [path, service]),
    ),
  },
})
