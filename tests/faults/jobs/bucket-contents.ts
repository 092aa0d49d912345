import { getBucket } from '@typecase/contract/buckets'
import { type CmsObject, listObjects } from '@typecase/contract/objects'
import { listTrash } from '@typecase/contract/trash'

import { call } from '../../e2e/fixtures/api.ts'
import type { PreparedBucket } from './prepared-bucket.ts'

/** Numbers of objects by state: `Old thing, {count:0}, draft, rev 1`. */
export type States = Readonly<Record<string, number>>

export interface Match {
  /** Objects in lists of the dashboard. */
  listed: States
  /** Objects in the content API without a session. */
  public: States
  trash: number
  /** Media by their titles in the content API. */
  media: States
  /** The fields of all types, in the form `count number`. */
  fields: string
  /** Whether the bucket reports a running import. */
  importing: boolean
}

const PAGE = 1000

/** Reads everything that a job may change, as readers see it. */
export async function readContents({ url, owner, slug }: PreparedBucket): Promise<Match> {
  const listed: CmsObject[] = []
  for (let total = 1; listed.length < total;) {
    const query = { slug, limit: PAGE, skip: listed.length }
    const page = await call(url, listObjects, { query }, owner.token)
    listed.push(...page.objects.map(({ object }) => object))
    ;({ total } = page)
    if (page.objects.length === 0) break
  }
  const trash = await call(url, listTrash, { query: { slug, limit: 1 } }, owner.token)
  const { bucket } = await call(url, getBucket, { query: { slug } }, owner.token)
  const fields = bucket.object_types.flatMap(({ metafields }) =>
    metafields.map(({ key, type }) => `${key} ${type}`),
  )
  return {
    listed: counted(listed, ({ status, rev }) => `, ${status}, rev ${rev}`),
    public: counted(await readPublic(url, owner.bucket, 'objects'), () => ''),
    trash: trash.total,
    media: countedWords((await readPublic(url, owner.bucket, 'media')).map(inShort)),
    fields: fields.join(', '),
    importing: bucket.importing,
  }
}

type PublicObject = Pick<CmsObject, 'title' | 'metadata' | 'id'>

async function readPublic(
  url: string,
  { slug, api_access }: PreparedBucket['owner']['bucket'],
  what: 'objects' | 'media',
) {
  const objects: PublicObject[] = []
  for (let total = 1; objects.length < total;) {
    const search = new URLSearchParams({
      read_key: api_access.read_key ?? '',
      limit: String(PAGE),
      skip: String(objects.length),
      props: 'id,title,metadata',
    })
    const response = await fetch(`${url}/v3/buckets/${slug}/${what}?${search}`)
    // The content API answers 404 without results.
    if (response.status === 404) break
    if (!response.ok) throw new Error(`The content API answered ${response.status}.`)
    const page = (await response.json()) as Record<typeof what, PublicObject[]> & { total: number }
    objects.push(...page[what])
    ;({ total } = page)
  }
  return objects
}

/** Returns a title without its number and padding. */
const inShort = ({ title }: PublicObject) => title.replace(/ \d+$/, '').replace(/x{9,}$/, '…')

function countedWords(all: readonly string[]): States {
  const counts: Record<string, number> = {}
  for (const words of all) counts[words] = (counts[words] ?? 0) + 1
  return counts
}

/** Counts equal states. Titles are numbered, so that duplicates show. */
function counted<T extends PublicObject>(
  objects: readonly T[],
  more: (object: T) => string,
): States {
  const titles = new Set<string>()
  const states = objects.map((object) => {
    const twice = titles.has(object.title) ? ', a second time' : ''
    titles.add(object.title)
    const values = Object.entries(object.metadata).map(
      ([key, value]) => `${key} ${formOf(key, value)}`,
    )
    const title = object.title.replace(/ \d+/, '')
    return `${title} {${values.sort().join(', ')}}${more(object)}${twice}`
  })
  return countedWords(states)
}

/** Sizes differ from object to object, so only their type counts. */
const formOf = (key: string, value: unknown): string =>
  key === 'size' || key === 'amount' ? typeof value : String(value)
