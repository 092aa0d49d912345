import { addObject, type CmsObject, updateObject } from '@typecase/contract/objects'

import { articlesInEnglish } from '../content/articles-en.ts'
import { articlesInGerman } from '../content/articles-de.ts'
import { authors } from '../content/authors.ts'
import type { DemoObject } from '../content/demo-object.ts'
import { issues } from '../content/issues.ts'
import { lighthouses } from '../content/lighthouses.ts'
import { memberOf, type MemberName } from '../content/members.ts'
import { pages, settings } from '../content/pages.ts'
import { topics } from '../content/topics.ts'
import { seededRandom } from '../pictures/seeded-random.ts'
import { resolveReferences } from '../references.ts'
import { daysAgo, type Magazine } from './magazine.ts'

const DAY = 86_400_000
/** The day on which the next issue appears in the content, which is a week from the start of the demo. */
const NEXT_ISSUE = Date.parse('2025-12-05')

/** An event of the story with its time. */
interface Event {
  readonly at: number
  run(): Promise<void>
}

/** Writes, revises and publishes each object, and edits some again. Objects come after those that they refer to. */
export async function writeObjects(magazine: Magazine): Promise<void> {
  const groups: readonly (readonly [from: number, to: number, objects: readonly DemoObject[]])[] = [
    [358, 357, topics],
    [356, 355, authors],
    [354, 300, lighthouses],
    [299, 298, settings],
    [297, 290, pages],
  ]
  const events = [
    ...groups.flatMap(([from, to, objects]) =>
      // A new object comes first in its type, so write them in reverse order.
      objects.toReversed().flatMap((object, n) => {
        const days = from - ((from - to) * n) / Math.max(1, objects.length - 1)
        return historyOf(magazine, object, days)
      }),
    ),
    ...[...articlesInEnglish, ...articlesInGerman, ...issues]
      .toReversed()
      .flatMap((object, n) => historyOf(magazine, object, writtenOn(magazine, object, n))),
  ]
  for (const { at, run } of events.toSorted((a, b) => a.at - b.at)) {
    magazine.room.goTo(at)
    await run()
  }
}

/** Returns how many days ago the author started to write an object. */
function writtenOn(magazine: Magazine, object: DemoObject, n: number): number {
  const issued = issuedOn(magazine, object)
  // An issue comes after its articles, and a translation after its source.
  const lead = object.type === 'issues' ? 9 : object.locale === 'de' ? 11 : 20
  const days = issued === undefined ? 8 : (magazine.room.today - issued) / DAY
  return Math.max(1, days) + lead + n / 50
}

/** Returns the day of issue, UNIX ms, moved so that the next issue is a week away. */
function issuedOn({ room }: Magazine, { metadata, slug }: DemoObject): number | undefined {
  const english = articlesInEnglish.find((article) => article.slug === slug)
  const date = metadata['published_on'] ?? english?.metadata['published_on']
  if (typeof date !== 'string') return undefined
  const weeks = Math.round((room.today - NEXT_ISSUE) / (7 * DAY)) + 1
  return Date.parse(date) + weeks * 7 * DAY
}

function historyOf(magazine: Magazine, object: DemoObject, days: number): Event[] {
  const { room, ids } = magazine
  const { type, slug, locale, title, status = 'published', metadata, edit, revise } = object
  const name = `${type}/${slug}${locale ? `@${locale}` : ''}`
  const author = (metadata['author'] as { ref: string } | undefined)?.ref.split('/')[1] ?? ''
  const by = memberOf(author) ?? (type === 'lighthouses' ? 'callum' : 'ines')
  const at = (later: number) => daysAgo(magazine, Math.max(0.2, days - later), name)
  const issued = issuedOn(magazine, object)
  const currentMetadata = () => ({
    ...resolveReferences(withPictures(object, magazine.pictures), ids),
    ...(issued !== undefined &&
      metadata['published_on'] !== undefined && {
        published_on: new Date(issued).toISOString().slice(0, 10),
      }),
  })
  const update = (as: MemberName, data: Partial<CmsObject>) => async () => {
    const object_id = ids.get(name) ?? ''
    await room.call(as, updateObject, { body: { slug: magazine.slug, object_id, data } })
  }
  const texts = (changes: Record<string, unknown>) => resolveReferences(changes, ids)
  const body = metadata['body']
  const isLong = type === 'articles' && typeof body === 'string' && body.includes('\n\n')
  const events: Event[] = [
    {
      at: at(0),
      async run() {
        const metadataNow = currentMetadata()
        const draft = isLong
          ? { ...metadataNow, body: body.slice(0, body.lastIndexOf('\n\n')) }
          : metadataNow
        const thumbnail = thumbnailOf(object, magazine.pictures)
        const data = { type, slug, title, metadata: draft, ...(locale && { locale }), thumbnail }
        const answer = await room.call(by, addObject, { body: { slug: magazine.slug, data } })
        ids.set(name, answer.object.id)
      },
    },
  ]
  if (isLong) events.push({ at: at(3), run: update(by, { metadata: { body } }) })
  if (status === 'published' && (issued === undefined || issued < room.today))
    events.push({ at: at(isLong ? 6 : 0) + 60_000, run: update('ines', { status: 'published' }) })
  if (revise)
    events.push({
      at: daysAgo(magazine, 15, name),
      run: () => update('tomas', { status: 'published', metadata: texts(revise) })(),
    })
  if (edit) {
    const { title: newTitle = title, metadata: changes } = edit
    const run = () =>
      update('ines', { status: 'draft', title: newTitle, metadata: texts(changes) })()
    events.push({ at: daysAgo(magazine, 4, name), run })
  }
  return events
}

/** Returns the pictures of an object: its own, or those of the lighthouses that it refers to. */
function picturesOf(
  { type, slug, metadata }: DemoObject,
  pictures: ReadonlyMap<string, string>,
): string[] {
  const about = (metadata['lighthouses'] as { ref: string }[] | undefined) ?? []
  const names = [`${type}/${slug}`, ...about.map(({ ref }) => ref)].flatMap(
    (of) => pictures.get(of) ?? [],
  )
  return type === 'articles' && names.length === 0 ? otherPictures(slug, pictures) : names
}

const thumbnailOf = (object: DemoObject, pictures: ReadonlyMap<string, string>): string | null =>
  picturesOf(object, pictures)[0] ?? null

/** Returns the metadata of an object with its pictures. */
function withPictures(
  object: DemoObject,
  pictures: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const { type, slug, metadata } = object
  const names = picturesOf(object, pictures)
  const [first] = names
  const field = { articles: 'hero', lighthouses: 'photo', issues: 'cover' }[type]
  if (first === undefined || field === undefined) return metadata
  const isEssay = metadata['layout'] === 'Photo essay'
  const gallery = [...new Set([...names, ...otherPictures(slug, pictures)])].slice(0, 4)
  return { ...metadata, [field]: first, ...(isEssay && { gallery }) }
}

/** Returns four lighthouses for an article that refers to none, or to few; the same at each start. */
function otherPictures(slug: string, pictures: ReadonlyMap<string, string>): string[] {
  const all = [...pictures].filter(([of]) => of.startsWith('lighthouses/')).map(([, name]) => name)
  const from = Math.floor(seededRandom(slug)() * all.length)
  return [...all.slice(from), ...all.slice(0, from)].slice(0, 4)
}
