// The build of the portal: React, hashed assets, and a proxy to the API while developing.
import react from '@vitejs/plugin-react'
import { constants } from 'node:zlib'
import { defineConfig } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'

const api = `http://127.0.0.1:${process.env['API_PORT'] ?? '8080'}`

export default defineConfig({
  plugins: [
    react(),
    // the server sends these beside the plain files, whichever a browser can read
    compression({
      include: /\.(?:html|js|css|svg|webmanifest|txt)$/,
      threshold: 1024,
      algorithms: [
        defineAlgorithm('gzip', { level: 9 }),
        // the best quality takes ten times as long for two parts in a hundred
        defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      ],
    }),
  ],
  build: {
    target: 'es2022',
    sourcemap: false,
    // the texts their licences ask for travel with what is built of them
    license: { fileName: 'third-party.txt' },
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
