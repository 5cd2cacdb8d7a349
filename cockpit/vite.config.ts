import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The cockpit becomes static files that our own server hands out under a policy without inline scripts, styles or data fonts. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: ['chrome125', 'firefox128', 'safari17.5'],
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // What every page begins with is one file: thirty small ones cost the browser more than what is in them.
      output: { codeSplitting: { groups: [{ name: 'shell', tags: ['$initial'] }] } },
    },
  },
})
