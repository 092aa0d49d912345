import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { createBucketClient } from '@cosmicjs/sdk'

import type { Post } from './blog-types.ts'

// A site of static pages, made from the posts of a bucket:
//   BUCKET=my-blog READ_KEY=… node docs/examples/site.ts out
// Types: npx typecase types --bucket my-blog --out docs/examples/blog-types.ts

const { BUCKET = '', READ_KEY = '', API = 'http://127.0.0.1:4700/v3' } = process.env
const out = process.argv[2] ?? 'out'

const cms = createBucketClient({
  bucketSlug: BUCKET,
  readKey: READ_KEY,
  custom: { apiUrl: API, uploadUrl: API },
})

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escaped(title)}</title>
${body}
</html>
`

const picture = ({ metadata: { hero }, title }: Post<1>) =>
  hero ? `<img src="${hero.imgix_url}?w=800&amp;auto=format" alt="${escaped(title)}">\n` : ''

function article(post: Post<1>): string {
  const { title, metadata } = post
  // At depth 1 an author is an object; its name is its title.
  const author = metadata.author ? `<p>By ${escaped(metadata.author.title)}</p>\n` : ''
  const categories = (metadata.categories ?? []).map((one) => `<li>${escaped(one.title)}</li>`)
  return page(
    metadata.seo?.meta_title ?? title,
    `<h1>${escaped(title)}</h1>\n${author}${picture(post)}<ul>${categories.join('')}</ul>
<pre>${escaped(metadata.body)}</pre>`,
  )
}

/** Nothing found is a 404, which the SDK throws. */
async function posts(): Promise<Post<1>[]> {
  const answer: unknown = await cms.objects.find({ type: 'posts' }).depth(1).sort('-created_at')
  return (answer as { objects: Post<1>[] }).objects
}

const all = await posts()
mkdirSync(out, { recursive: true })
for (const post of all) writeFileSync(join(out, `${post.slug}.html`), article(post))
const links = all.map(({ slug, title, metadata }) => {
  return `<li><a href="${slug}.html">${escaped(title)}</a> ${escaped(metadata.teaser)}</li>`
})
writeFileSync(join(out, 'index.html'), page('Posts', `<ul>${links.join('\n')}</ul>`))
