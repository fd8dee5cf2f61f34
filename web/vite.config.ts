import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

const table = process.env['CAMPAGNA_SERVER'] ?? 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [svelte()],
  build: { outDir: 'dist', assetsInlineLimit: 0, target: 'es2022' },
  server: { proxy: { '/api': { target: table, ws: true } } },
})
