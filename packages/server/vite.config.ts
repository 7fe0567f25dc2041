import { defineConfig } from 'vite'

/** Our own code is bundled for Node, packages stay where npm put them. What only the server needs is a file beside cli.js. */
export default defineConfig({
  build: {
    ssr: 'src/cli.ts',
    outDir: '../../dist',
    emptyOutDir: false,
    target: 'node20',
    rollupOptions: {
      // No file of ours does anything by being read: a command takes from a folder only what it uses.
      treeshake: { moduleSideEffects: false },
      output: { entryFileNames: 'cli.js', chunkFileNames: 'server-[name].js', banner: '#!/usr/bin/env node' },
    },
  },
  // Typebox comes in hundreds of small files: bundled, every start and every command takes half the time.
  ssr: { noExternal: ['@bodega/api', 'typebox'] },
})
