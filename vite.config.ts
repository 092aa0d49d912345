import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig, minify, transformWithOxc } from 'vite'

import { browserEndpoints } from './scripts/browser-endpoints.ts'
import { sharedModules } from './scripts/shared-modules.ts'
import { bundleGroups } from './scripts/bundle-groups.ts'
import { compressAsset, isFirstLoad } from './scripts/dashboard-assets.ts'
import { bundlePreviewScript } from './scripts/preview-script.ts'

const FIRST_THEME = 'src/shell/first-theme.ts'
const THEME = 'first-theme.js'
/** The order of the cascade layers. Must stay in step with reset.css. */
const LAYERS = '@layer reset, tokens, base, components, screens;'

/**
 * Parts of the page that must come first:
 * - in the head, the script that applies the theme, blocking, since the page would flash otherwise. A separate
 *   file, because the content security policy refuses inline scripts.
 * - in the stylesheet, the order of the cascade layers: the first rules that name layers decide about it.
 */
function headFirst(): Plugin {
  let isBuild = false
  return {
    name: 'head-first',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    async buildStart() {
      if (!isBuild) return
      // No chunk: it would import the bundler's runtime, which a script that blocks cannot.
      const { code } = await transformWithOxc(
        readFileSync(fileAt(FIRST_THEME), 'utf8'),
        FIRST_THEME,
      )
      const script = await minify(THEME, code)
      this.emitFile({ type: 'asset', name: THEME, source: script.code })
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'asset' && file.fileName.endsWith('.css'))
            file.source = `${LAYERS}${String(file.source)}`
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const assets = Object.values(bundle).filter((one) => one.type === 'asset')
        const theme = assets.find(({ names }) => names.includes(THEME))
        const tag = theme
          ? `<script src="/${theme.fileName}"></script>`
          : `<script type="module" src="/${FIRST_THEME}"></script>`
        return html.replace('<!-- head-first -->', tag)
      },
    },
  }
}

/** The files (scripts/bundle-groups.ts) that every page behind the sign-in waits for. */
const SIGNED_IN = ['frame', 'pages', 'commands']

/**
 * Links these files in the page, so that they arrive while the first one runs. The server leaves the links out of a
 * guest's page: packages/server/src/http/static-files.ts.
 */
function signedInLinks(): Plugin {
  return {
    name: 'signed-in-links',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle)
          .filter((one) => one.type === 'chunk' && SIGNED_IN.includes(one.name))
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: {
              rel: 'modulepreload',
              crossorigin: true,
              href: `/${fileName}`,
              nonce: '__CSP_NONCE__',
              'data-signed-in': true,
            },
            injectTo: 'head',
          })),
    },
  }
}

/** Questions that libraries put to the browser when they are imported, and the answers, which are known. */
const PROBES = [
  // Whether `eval` is allowed: the content security policy would report that it was tried.
  { id: '@ark/util', probe: 'new Function("return false")()', answer: 'true' },
  // Of every browser of the last five years. The first formatter takes 5 ms of the first page.
  {
    id: '@internationalized/number',
    probe: /new Intl\.NumberFormat\('de-DE'.*?=== 'exceptZero'/s,
    answer: 'true',
  },
]

function noProbes(): Plugin {
  return {
    name: 'no-probes',
    apply: 'build',
    transform(code, id) {
      const probe = PROBES.find((one) => id.includes(one.id))
      return probe ? code.replace(probe.probe, probe.answer) : null
    },
  }
}

/**
 * What React Aria takes to be the visitor's language: dates are typed in the order that the browser has. Its own module
 * also asks whether the language exists, 15 ms of the first page, and in Arabic or Hebrew turns the arrow keys around,
 * while the interface runs from left to right.
 */
const VISITOR = `const visitor = { locale: navigator.language || 'en-US', direction: 'ltr' }
export const getDefaultLocale = () => visitor
export const useDefaultLocale = getDefaultLocale`

/**
 * Leaves one language of React Aria's own words, since the interface is in English: otherwise a visitor
 * with another language would hear a mixture, and everybody would load 34 translations.
 */
function englishOnly(): Plugin {
  const translation = /\/[a-z]{2}-[A-Z]{2}(?=\.mjs$)/
  return {
    name: 'english-only',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer = '') {
      if (!translation.test(id) || !/node_modules\/react-(aria|stately)/.test(importer)) return null
      return this.resolve(id.replace(translation, '/en-US'), importer, { skipSelf: true })
    },
    load: (id) => (id.endsWith('/i18n/useDefaultLocale.mjs') ? VISITOR : null),
  }
}

/** Adds the script for pages of sites, which the server answers: packages/server/src/resources/preview-script. */
function previewScript(): Plugin {
  return {
    name: 'preview-script',
    apply: 'build',
    async generateBundle() {
      for (const { fileName, code } of await bundlePreviewScript())
        this.emitFile({ type: 'asset', fileName: `preview/${fileName}`, source: code })
    },
  }
}

/** Writes a Brotli version next to each text: the server sends that to browsers, which all support it. */
function precompressed(): Plugin {
  async function write(dir: string, name: string): Promise<void> {
    const bytes = await readFile(join(dir, name))
    await writeFile(join(dir, `${name}.br`), await compressAsset(name, bytes))
  }
  return {
    name: 'precompressed',
    apply: 'build',
    // Later than all that changes the code of a chunk.
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name))
      await Promise.all(texts.map((name) => write(dir, name)))
    },
  }
}

const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const ARKTYPE = fileAt('src/commands/arktype.ts')
const ARKTYPE_PROXY = fileAt('src/commands/arktype-proxy.ts')

/** Replaces arktype by our proxy, so that it is loaded on first use. */
function arktypeProxy(): Plugin {
  return {
    name: 'arktype-proxy',
    enforce: 'pre',
    resolveId(id, importer = '') {
      const isOurs = !importer.includes('/node_modules/') && importer !== ARKTYPE
      return id === 'arktype' && isOurs ? ARKTYPE_PROXY : null
    },
  }
}

export default defineConfig({
  plugins: [
    react(),
    headFirst(),
    signedInLinks(),
    arktypeProxy(),
    browserEndpoints(),
    englishOnly(),
    noProbes(),
    sharedModules(fileAt('.')),
    previewScript(),
    precompressed(),
  ],
  // The server puts a nonce there in each answer: packages/server/src/http/headers.ts.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    target: 'es2024',
    assetsDir: 'assets',
    // A stylesheet less to wait for with each part of a page. All of them are 26 kB compressed.
    cssCodeSplit: false,
    // The policy refuses data: URLs for fonts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The first file has loaded every lazily importing module, so that no list has to name them.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !isFirstLoad(file)),
    },
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // How long a build takes on a busy machine is no news to who starts the product.
      checks: { pluginTimings: false },
      output: {
        // A file contains modules of several plugins. Each runs on its first import, not when its file arrives, so that
        // a throwing module fails only its importers.
        strictExecutionOrder: true,
        codeSplitting: {
          groups: bundleGroups(fileAt('.')),
        },
      },
    },
  },
})
