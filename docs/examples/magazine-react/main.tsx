import { marked } from 'marked'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

import { STYLE } from '../magazine/style.ts'
import { type Preview, usePreview } from './use-preview.ts'

// The magazine, rendered in the browser:
//   VITE_CMS=http://127.0.0.1:4700 VITE_BUCKET=lighthouse-magazine VITE_READ_KEY=… npx vite docs/examples/magazine-react
// Preview site in the dashboard: http://127.0.0.1:4900/{type}/{slug}

const env: Partial<Record<string, string>> = import.meta.env
const { VITE_CMS: cms = '', VITE_BUCKET: bucket = '', VITE_READ_KEY: readKey = '' } = env

interface Entry {
  id: string
  slug: string
  title: string
  /** There in a preview only. */
  _source?: object
  metadata: {
    teaser?: string
    section?: string
    minutes?: number
    body?: string
    author?: Entry | null
    hero?: { imgix_url: string; alt_text: string | null } | null
  }
}

/** The version in the address of a page, set by the dashboard: a release, a date or a revision; drafts have none. */
const chosen = [...new URLSearchParams(location.search)].filter(([name]) =>
  ['release', 'at', 'status', 'revision'].includes(name),
)
const version = chosen.length > 0 ? Object.fromEntries(chosen) : { status: 'any' }

/** In a preview, drafts come as well, and texts name their fields. */
async function find(query: object, { token }: Preview): Promise<Entry[]> {
  const url = new URL(`/v3/buckets/${bucket}/objects`, cms)
  url.search = new URLSearchParams({
    query: JSON.stringify(query),
    depth: '1',
    media: 'full',
    sort: '-metadata.published_on',
    read_key: token || readKey,
    ...(token && { ...version, source: 'true' }),
  }).toString()
  const answer = await fetch(url)
  return answer.ok ? ((await answer.json()) as { objects: Entry[] }).objects : []
}

/** Names the field of a number, which cannot carry its source. */
const field = ({ id, _source }: Entry, path: string) =>
  _source ? { 'data-typecase': `${id}:${path}` } : {}

function Hero({ entry, width }: { entry: Entry; width: number }) {
  const { hero } = entry.metadata
  return hero && <img src={`${hero.imgix_url}?w=${width}`} alt={hero.alt_text ?? ''} />
}

const Card = ({ entry }: { entry: Entry }) => (
  <a href={`/articles/${entry.slug}${location.search}`}>
    <Hero entry={entry} width={900} />
    <div>
      <h2>{entry.title}</h2>
      <p>{entry.metadata.teaser}</p>
    </div>
  </a>
)

function Article({ entry }: { entry: Entry }) {
  const { section, teaser, author, minutes, body = '' } = entry.metadata
  return (
    <article>
      <small>{section}</small>
      <h1>{entry.title}</h1>
      <p className="lead">{teaser}</p>
      <p className="by">
        {author && <span>By {author.title} · </span>}
        <span {...field(entry, 'metadata.minutes')}>{minutes}</span> minutes
      </p>
      <Hero entry={entry} width={1400} />
      {/* oxlint-disable-next-line react/no-danger -- the editors of the site write it */}
      <div dangerouslySetInnerHTML={{ __html: marked.parse(body, { async: false }) }} />
    </article>
  )
}

function Magazine() {
  const preview = usePreview(cms)
  const [entries, setEntries] = useState<Entry[]>()
  const [, slug] = /^\/articles\/([^/]+)$/.exec(location.pathname) ?? []
  useEffect(() => {
    let isCurrent = true
    const query = { type: 'articles', ...(slug && { slug: decodeURIComponent(slug) }) }
    void find(query, preview).then((answer) => isCurrent && setEntries(answer))
    return () => {
      isCurrent = false
    }
  }, [slug, preview])
  const [first] = entries ?? []
  if (!entries || !first) return entries && <h1>Not found</h1>
  if (slug) return <Article entry={first} />
  const cards = entries.map((entry) => <Card key={entry.id} entry={entry} />)
  return <div className="cards">{cards}</div>
}

createRoot(document.querySelector('#root') as Element).render(
  <>
    <style>{STYLE}</style>
    <header>
      <a href="/">Lighthouse Magazine</a>
    </header>
    <main>
      <Magazine />
    </main>
  </>,
)
