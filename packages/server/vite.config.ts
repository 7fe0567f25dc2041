import { defineConfig } from 'vite'

/** One file for Node: our own code is bundled, packages stay where npm put them. */
export default defineConfig({
  build: {
    ssr: 'src/cli.ts',
    outDir: '../../dist',
    emptyOutDir: false,
    target: 'node20',
    rollupOptions: { output: { entryFileNames: 'cli.js', banner: '#!/usr/bin/env node' } },
  },
  // Typebox comes in hundreds of small files: bundled, every start and every command takes half the time.
  ssr: { noExternal: ['@bodega/api', 'typebox'] },
})
