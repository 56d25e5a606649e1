// The build of the portal: React, hashed assets, and a proxy to the API while developing.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const api = `http://127.0.0.1:${process.env['API_PORT'] ?? '8080'}`

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2022',
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    // a cold list came in 53 files, six at a time; now each part of the way to its first row is one file with all it
    // needs
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', priority: 4, test: /src\/(main|app\/Gate)\.tsx$/ },
            { name: 'data', priority: 3, test: /src\/(app\/(firstRows|navigation)|lib\/settled)\.ts$/ },
            { name: 'shell', priority: 2, test: /src\/app\/Portal\.tsx$/ },
            {
              name: 'list',
              priority: 1,
              test: /src\/ui\/(list\/(ListPage|column|drawColumns)|fields\/(TextInput|KeySelect|RegionPicker|DateInput))\.tsx$/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/v1': api,
      '/auth': api,
      '/config.json': api,
      '/files': api,
      '/regions': api,
      '/push': { target: api, ws: true },
    },
  },
})
