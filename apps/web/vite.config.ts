// How the portal is built: React, hashed assets, and a proxy to the API while developing.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = `http://127.0.0.1:${process.env['API_PORT'] ?? '8080'}`

export default defineConfig({
  plugins: [react()],
  build: { target: 'es2022', sourcemap: false, reportCompressedSize: false, chunkSizeWarningLimit: 1500 },
  server: { proxy: { '/v1': api, '/auth': api, '/config.json': api, '/files': api, '/regions': api, '/push': { target: api, ws: true } } },
})
