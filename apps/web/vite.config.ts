// The build of the portal: React, hashed assets, and a proxy to the API while developing.
import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { constants } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { compression, defineAlgorithm } from 'vite-plugin-compression2'
import regions from '../../packages/regions/package.json' with { type: 'json' }
import { callTables } from './callTables.ts'
import { thirdParty } from './thirdParty.ts'
import { looks, tokenSheet } from './src/styles/tokens.ts'

const api = `http://127.0.0.1:${process.env['API_PORT'] ?? '8080'}`

const firstLook = 'src/styles/firstLook.js'

/**
 * The table of tokens as a style sheet, `virtual:tokens.css`; and in the page itself the colour of the window's frame,
 * and the script that runs before the first paint: a file of its own, since no page of ours may hold a script. It is
 * told where the scripts are that the portal begins with.
 */
const tokens: Plugin = {
  name: 'tokens',
  resolveId: id => (id === 'virtual:tokens.css' ? '\0tokens.css' : undefined),
  load: id => (id === '\0tokens.css' ? tokenSheet() : undefined),
  buildStart() {
    const source = readFileSync(new URL(firstLook, import.meta.url), 'utf8')
    if (this.meta.watchMode === false) this.emitFile({ type: 'asset', name: 'look.js', source })
  },
  transformIndexHtml(_, { bundle = {} }) {
    const built = (name: string): string | undefined =>
      Object.keys(bundle).find(file => new RegExp(`/${name}-[^/]*\\.js$`).test(file))
    const next = ['pages', 'data'].flatMap(name => built(name) ?? []).map(file => `/${file}`)
    return [
      { tag: 'meta', attrs: { name: 'theme-color', content: looks.light.surface }, injectTo: 'head' },
      {
        tag: 'script',
        attrs: { src: `/${built('look') ?? firstLook}`, 'data-next': next.join(' ') },
        injectTo: 'head',
      },
    ]
  },
}

/** Menus and fields take the context of forms alone: forms themselves and their checks come with the first form. */
const formContext: Plugin = {
  name: 'form-context',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (source !== '@rc-component/form' || !importer?.endsWith('/antd/es/form/context.js')) return null
    return this.resolve('@rc-component/form/es/FormContext.js', importer)
  },
}

// browsers are sent the data of regions, which is made of these
const regionSources = Object.keys(regions.devDependencies).map(name =>
  fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url)),
)

export default defineConfig({
  plugins: [
    react(),
    thirdParty('third-party.txt', regionSources),
    tokens,
    callTables,
    formContext,
    // the server sends these beside the plain files, whichever a browser can read
    compression({
      include: /\.(?:html|m?js|css|svg|webmanifest|txt)$/,
      threshold: 1024,
      algorithms: [
        defineAlgorithm('gzip', { level: 9 }),
        // the best quality takes seconds more, and eight parts in a hundred less travel to each browser
        defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      ],
    }),
  ],
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
            { name: 'base', priority: 5, test: /src\/(main|app\/Gate)\.tsx$/ },
            // the addresses and pages there are: nothing a login page asks for
            { name: 'pages', priority: 4, test: /src\/app\/(pages|knownRoutes)\.ts$/ },
            { name: 'data', priority: 3, test: /src\/(app\/(firstRows|navigation)|lib\/settled)\.ts$/ },
            { name: 'shell', priority: 2, test: /src\/app\/Portal\.tsx$/ },
            {
              name: 'list',
              priority: 1,
              // the box of the library comes with each list of many rows: two files less
              test: /src\/ui\/(list\/(ListPage|column|drawColumns|lazyPeek|bulkActions|EndText|Age)|fields\/(TextInput|KeySelect|RegionPicker|DateInput))\.tsx?$|antd\/es\/checkbox\/index\.js$/,
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
      '/live': { target: api, ws: true },
    },
  },
})
