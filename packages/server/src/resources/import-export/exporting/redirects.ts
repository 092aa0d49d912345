import type { RedirectCounts, RedirectFormat } from '@typecase/contract/import-export'
import { fillPlaceholders } from '@typecase/contract/preview-address'

import { listObjectTypes } from '../../object-types/store.ts'
import { parseValues, publicVersion, type StoredObject } from '../../objects/model/state.ts'
import { csvRow } from '../../objects/queries/export/cell-text.ts'
import { type BucketReading, objectPages } from './bucket-text.ts'
import {
  defaultTemplate,
  pathOfAddress,
  readAddress,
  type RedirectAddress,
} from './redirect-addresses.ts'

/** Key of the field with an object's old address. */
const OLD_ADDRESS = 'redirect_from'
const STATUS = 301

/** The syntax of a file of redirects. */
interface Notation {
  readonly head: string
  readonly tail: string
  /** Before each redirect but the first. */
  readonly separator: string
  readonly hasQueries: boolean
  /** Whether `/A` and `/a` are the same address. */
  readonly ignoresCase: boolean
  line(from: RedirectAddress, to: RedirectAddress): string
}

const notations: Readonly<Record<RedirectFormat, Notation>> = {
  'redirects-csv': {
    head: csvRow(['from', 'to', 'status']),
    tail: '',
    separator: '',
    hasQueries: true,
    ignoresCase: false,
    line: (from, to) => csvRow([from.text, to.text, String(STATUS)]),
  },
  'redirects-json': {
    head: '[\n',
    tail: '\n]\n',
    separator: ',\n',
    hasQueries: true,
    ignoresCase: false,
    line: (from, to) => JSON.stringify({ from: from.text, to: to.text, status: STATUS }),
  },
  'redirects-netlify': {
    head: '',
    tail: '',
    separator: '',
    hasQueries: false,
    ignoresCase: false,
    line: (from, to) =>
      `${withoutNames(from.text).replaceAll('*', '%2A')} ${withoutNames(to.text)} ${STATUS}\n`,
  },
  'redirects-nginx': {
    head: `# In the http block: map_hash_bucket_size 4096; include redirects.conf;
# In the server block: if ($redirect_to) { return ${STATUS} $redirect_to; }
map $uri $redirect_to {
`,
    tail: '}\n',
    separator: '',
    hasQueries: false,
    ignoresCase: true,
    // `$uri` is decoded; `$` in the new address would begin a variable.
    line: (from, to) => `  ${quote(from.path)} ${quote(to.text.replaceAll('$', '%24'))};\n`,
  },
}

/** Escapes the colons of a path at which Netlify would see placeholders. */
const withoutNames = (address: string): string => address.replaceAll('/:', '/%3A')

const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`

/**
 * Creates a file of redirects from the old address of each published object to its new one. All reads are within the
 * caller's transaction.
 */
export async function createRedirects(
  { db, access, request, step }: BucketReading,
  format: RedirectFormat,
) {
  const { types: selected, pathTemplate } = request
  const types = (await listObjectTypes(db, access)).filter(
    ({ slug, metafields }) =>
      (selected === null || selected.includes(slug)) &&
      metafields.some(({ key }) => key === OLD_ADDRESS),
  )
  const { head, tail, separator, hasQueries, ignoresCase, line } = notations[format]
  const counts = { types: types.length, objects: 0, media: 0 }
  const redirects: RedirectCounts = { written: 0, invalid: 0, same: 0, duplicate: 0 }
  const total = types.reduce((sum, { total_objects: count }) => sum + count, 0)
  const used = new Set<string>()

  const keyOf = ({ path, query }: RedirectAddress): string =>
    (ignoresCase ? path.toLowerCase() : path) + query

  /** Returns the line of an object; undefined for an object without a redirect. */
  function lineOf(object: StoredObject, template: string): string | undefined {
    const version = publicVersion(object.state)
    const old = version && parseValues(version.metadata)[OLD_ADDRESS]
    if (!version || old === undefined || old === null || old === '') return undefined
    const formerAddress = typeof old === 'string' ? readAddress(old) : undefined
    const from = formerAddress && pathOfAddress(formerAddress)
    const to = newAddress({ ...version, id: object.id, type: object.type }, template)
    if (!from || !to || (from.query !== '' && !hasQueries)) {
      redirects.invalid += 1
      return undefined
    }
    const key = keyOf(from)
    // The same path on another site is another address.
    if (key === keyOf(to) && (to.text.startsWith('/') || formerAddress?.text === to.text)) {
      redirects.same += 1
      return undefined
    }
    if (used.has(key)) {
      redirects.duplicate += 1
      return undefined
    }
    used.add(key)
    redirects.written += 1
    counts.objects += 1
    return line(from, to)
  }

  async function* parts(): AsyncGenerator<Buffer> {
    yield Buffer.from(head)
    for (const { slug, preview_link: link } of types) {
      const template = pathTemplate ?? defaultTemplate(link)
      for await (const page of objectPages(db, access, slug)) {
        const isFirst = redirects.written === 0
        const lines = page.flatMap((object) => lineOf(object, template) ?? [])
        if (lines.length > 0) yield Buffer.from((isFirst ? '' : separator) + lines.join(separator))
        step(page.length)
      }
    }
    yield Buffer.from(tail)
  }

  return { parts, files: [], counts, redirects, total }
}

interface RedirectTarget {
  readonly id: string
  readonly type: string
  readonly slug: string
  readonly locale: string | null
  /** JSON. */
  readonly metadata: string
}

/** Returns the new address of a published object; undefined if a placeholder needs another object. */
function newAddress(object: RedirectTarget, template: string): RedirectAddress | undefined {
  const { id, type, slug, locale } = object
  const root = {
    id,
    type,
    slug,
    locale,
    status: 'published',
    metadata: parseValues(object.metadata),
  }
  let isComplete = true
  const filled = fillPlaceholders(template, (path) => {
    let value: unknown = root
    for (const key of path.split('.')) {
      if (value === null || value === undefined) return ''
      if (typeof value !== 'object') isComplete = false
      value = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
    }
    return value
  })
  return isComplete ? readAddress(filled) : undefined
}
