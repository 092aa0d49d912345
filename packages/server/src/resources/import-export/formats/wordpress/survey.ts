import type { ExportFiles } from '../format.ts'
import { createTypeSlugs } from '../field-keys.ts'
import { titleOf } from '../../reading/field-inference.ts'
import { removeCycles } from './acyclic.ts'
import { createAddresses, type Site, siteOf } from './addresses.ts'
import { type Attachments, createAttachments } from './attachments.ts'
import {
  type AcfField,
  acfFieldOf,
  createMetaInference,
  type MetaInference,
} from './meta-fields.ts'
import { readMeta } from './meta-values.ts'
import { readSerialized } from './php-values.ts'
import { createSlugs } from './slugs.ts'
import { type Damage, textIn, type WxrElement, wxrElements } from './wxr-elements.ts'
import { detach, plainText, readItem, readTerm, type WxrItem } from './wxr-items.ts'

/** Matches the types of posts in which WordPress stores its settings, and ACF its forms. */
const INTERNAL =
  /^(?:nav_menu_item|revision|custom_css|customize_changeset|oembed_cache|user_request|wp_.*|acf-.*|elementor_library|jp_img_sitemap.*|jetpack_migration)$/
/** Matches taxonomies that control how WordPress shows a post. */
const INTERNAL_TAXONOMY = /^(?:nav_menu|link_category|post_format|wp_.*|elementor_library_.*)$/
/** Type of the blocks that posts share, which are inserted into the texts of the posts. */
const SHARED_BLOCK = 'wp_block'
/** Maximum characters of all shared blocks together. */
const MAX_SHARED_TEXT = 16 * 2 ** 20
const GONE = new Set(['trash', 'auto-draft'])
/** States of comments that are spam or were removed. */
const COMMENTS_GONE = new Set(['spam', 'trash', 'post-trashed'])

/** Slugs and titles of WordPress's own types. */
const NAMES: Readonly<Record<string, { slug: string; title: string; singular: string }>> = {
  post: { slug: 'posts', title: 'Posts', singular: 'Post' },
  page: { slug: 'pages', title: 'Pages', singular: 'Page' },
  category: { slug: 'categories', title: 'Categories', singular: 'Category' },
  post_tag: { slug: 'tags', title: 'Tags', singular: 'Tag' },
}

/** The facts about the objects of a type, or the terms of a taxonomy. */
export interface TypeSurvey {
  readonly slug: string
  readonly title: string
  readonly singular: string
  /** Fields that at least one object uses. */
  readonly uses: Set<string>
  /** Taxonomies of its objects. */
  readonly taxonomies: Set<string>
  readonly meta: MetaInference
}

interface SurveyAuthor {
  readonly name: string
  readonly email: string
  readonly isDeclared: boolean
}

interface SurveyTerm {
  readonly name: string
  isDeclared: boolean
}

/** The facts about an export after its first reading: ids and names, but no texts. */
export interface Survey {
  readonly site: Site
  /** Authors by login. */
  readonly authors: ReadonlyMap<string, SurveyAuthor>
  /** Terms by taxonomy and slug. */
  readonly terms: ReadonlyMap<string, ReadonlyMap<string, SurveyTerm>>
  readonly termSlugs: ReadonlyMap<string, { taxonomy: string; slug: string }>
  readonly types: ReadonlyMap<string, TypeSurvey>
  readonly taxonomies: ReadonlyMap<string, TypeSurvey>
  /** Types of posts by post id. */
  readonly posts: ReadonlyMap<string, string>
  /** Parents of posts, terms and comments, by `postKey`, `termKey` and `commentKey`. */
  readonly parents: ReadonlyMap<string, string>
  readonly comments: ReadonlySet<string>
  readonly acf: ReadonlyMap<string, AcfField>
  readonly attachments: Attachments
  readonly addresses: ReturnType<typeof createAddresses>
  readonly slugs: ReturnType<typeof createSlugs>
  /** Texts of the shared blocks, by id. */
  readonly sharedBlocks: ReadonlyMap<string, string>
}

interface Surveying {
  warn(message: string, same?: string): void
  readonly hasComments: boolean
}

/** Keys of `parents`. */
export const postKey = (id: string): string => `post\0${id}`
export const termKey = (taxonomy: string, slug: string): string => `term\0${taxonomy}\0${slug}`
export const commentKey = (id: string): string => `comment\0${id}`

export const isKept = ({ postType, status }: WxrItem): boolean =>
  !INTERNAL.test(postType) && !GONE.has(status)
export const isTaxonomy = (taxonomy: string): boolean =>
  taxonomy !== '' && !INTERNAL_TAXONOMY.test(taxonomy)
export const isCommentKept = (comment: WxrElement): boolean =>
  !COMMENTS_GONE.has(textIn(comment, 'wp:comment_approved'))

/** Yields the elements of all files of an export. */
export async function* elementsOf(files: ExportFiles, damage: Damage): AsyncGenerator<WxrElement> {
  for (const path of files.paths)
    if (/\.xml$/i.test(path) || files.paths.length === 1)
      yield* wxrElements(files.text(path), damage)
}

/** Reads an export for the first time, and collects the facts that the second reading needs. */
export async function surveyExport(
  files: ExportFiles,
  { warn, hasComments }: Surveying,
): Promise<Survey> {
  const damage: Damage = { controls: 0, bytes: 0, elements: 0 }
  const authors = new Map<string, SurveyAuthor>()
  const terms = new Map<string, Map<string, SurveyTerm>>()
  const termSlugs = new Map<string, { taxonomy: string; slug: string }>()
  const types = new Map<string, TypeSurvey>()
  const taxonomies = new Map<string, TypeSurvey>()
  const posts = new Map<string, string>()
  const parents = new Map<string, string>()
  const comments = new Set<string>()
  const acf = new Map<string, AcfField>()
  const addresses = createAddresses()
  const attachments = createAttachments(files, addresses)
  const slugs = createSlugs()
  const sharedBlocks = new Map<string, string>()
  let sharedText = 0
  const typeSlugOf = createTypeSlugs()
  for (const { slug } of Object.values(NAMES)) typeSlugOf(slug)
  for (const slug of ['authors', 'comments']) typeSlugOf(slug)
  const leftOut = new Map<string, number>()
  const site = { link: '', blog: '', comments: 0, twice: 0 }

  function typeIn(map: Map<string, TypeSurvey>, name: string): TypeSurvey {
    const before = map.get(name)
    if (before) return before
    const title = titleOf(name)
    const names = NAMES[name] ?? { slug: typeSlugOf(name), title, singular: title }
    const meta = createMetaInference()
    const type = { ...names, uses: new Set<string>(), taxonomies: new Set<string>(), meta }
    map.set(detach(name), type)
    return type
  }

  const addParent = (child: string, parent: string) => parents.set(detach(child), detach(parent))

  function surveyTerm(element: WxrElement): void {
    const term = readTerm(element)
    const { taxonomy, slug, parent } = term
    if (!isTaxonomy(taxonomy) || slug === '') return
    const type = typeIn(taxonomies, taxonomy)
    addTerm(taxonomy, slug, term.name, true)
    if (term.termId)
      termSlugs.set(detach(term.termId), { taxonomy: detach(taxonomy), slug: detach(slug) })
    slugs.reserve(type.slug, slug, slug)
    type.meta.observe(readMeta(term.meta))
    if (term.description !== '') type.uses.add('description')
    if (parent === '') return
    type.uses.add('parent')
    addParent(termKey(taxonomy, slug), termKey(taxonomy, parent))
  }

  function addTerm(taxonomy: string, slug: string, name: string, isDeclared: boolean): void {
    const ofTaxonomy = terms.get(taxonomy) ?? new Map<string, SurveyTerm>()
    if (ofTaxonomy.size === 0) terms.set(detach(taxonomy), ofTaxonomy)
    const before = ofTaxonomy.get(slug)
    if (before) before.isDeclared ||= isDeclared
    else ofTaxonomy.set(detach(slug), { name: detach(name), isDeclared })
  }

  function surveyAuthor(element: WxrElement): void {
    const login = textIn(element, 'wp:author_login')
    const name = plainText(textIn(element, 'wp:author_display_name')) || login
    const email = detach(textIn(element, 'wp:author_email').trim())
    if (login !== '') authors.set(detach(login), { name: detach(name), email, isDeclared: true })
  }

  function surveyItem(item: WxrItem): void {
    const { id, postType, author, link, name } = item
    if (postType === 'acf-field') {
      const field = acfFieldOf(detach(item.title), readSerialized(item.content)?.value)
      acf.set(detach(name), field)
    }
    if (postType === SHARED_BLOCK && !GONE.has(item.status)) {
      sharedText += item.content.length
      if (sharedText <= MAX_SHARED_TEXT) {
        sharedBlocks.set(detach(id), detach(item.content))
        attachments.addUploads(item.content)
        return
      }
    }
    if (!isKept(item)) {
      const kind = GONE.has(item.status) ? item.status : postType
      leftOut.set(detach(kind), (leftOut.get(kind) ?? 0) + 1)
      return
    }
    if (posts.has(id)) {
      site.twice += 1
      return
    }
    posts.set(detach(id), postType === 'attachment' ? 'attachment' : detach(postType))
    if (postType === 'attachment') {
      attachments.add(item)
      return
    }
    const type = typeIn(types, postType)
    addresses.addPost(link, detach(id))
    slugs.reserve(type.slug, name, detach(id))
    attachments.addUploads(item.content)
    if (author !== '' && !authors.has(author))
      authors.set(detach(author), { name: detach(author), email: '', isDeclared: false })
    type.meta.observe(readMeta(item.meta))
    surveyUses(type, item)
    site.comments += item.comments.length
    if (!hasComments) return
    for (const comment of item.comments.filter(isCommentKept)) {
      const key = commentKey(textIn(comment, 'wp:comment_id'))
      comments.add(detach(key))
      const parent = textIn(comment, 'wp:comment_parent')
      if (/^[1-9]\d*$/.test(parent)) addParent(key, commentKey(parent))
    }
  }

  function surveyUses({ uses, taxonomies: ofType }: TypeSurvey, item: WxrItem): void {
    if (item.author !== '') uses.add('author')
    if (item.excerpt !== '') uses.add('excerpt')
    if (item.menuOrder !== 0) uses.add('menu_order')
    if (item.isSticky) uses.add('sticky')
    if (item.status === 'private' || item.password !== '') uses.add('visibility')
    for (const [key] of item.meta) if (SEO[key]) uses.add(SEO[key])
    if (item.parent !== undefined) {
      uses.add('parent')
      addParent(postKey(item.id), postKey(item.parent))
    }
    for (const { taxonomy, slug, name } of item.terms) {
      if (taxonomy === 'post_format') uses.add('format')
      if (!isTaxonomy(taxonomy)) continue
      if (!ofType.has(taxonomy)) ofType.add(detach(taxonomy))
      typeIn(taxonomies, taxonomy)
      addTerm(taxonomy, slug, name, false)
    }
  }

  for await (const element of elementsOf(files, damage)) {
    const { name, text } = element
    if (name === 'item') surveyItem(readItem(element))
    else if (name === 'wp:author') surveyAuthor(element)
    else if (name === 'wp:category' || name === 'wp:tag' || name === 'wp:term') surveyTerm(element)
    else if (name === 'link') site.link ||= text.trim()
    else if (name === 'wp:base_blog_url') site.blog ||= text.trim()
  }
  attachments.finish(siteOf(site.blog || site.link))
  for (const [child, parent] of parents) if (!isKnown(parent)) parents.delete(child)
  const cycles = removeCycles(parents)

  function isKnown(key: string): boolean {
    const [kind, name = '', slug = ''] = key.split('\0')
    if (kind === 'post') return (posts.get(name) ?? 'attachment') !== 'attachment'
    return kind === 'term' ? terms.get(name)?.has(slug) === true : comments.has(key)
  }

  for (const [kind, count] of leftOut)
    warn(
      GONE.has(kind)
        ? `Items in the state “${kind}” are left out: ${count.toLocaleString('en')}.`
        : `Items of the type “${kind}” are left out: ${count.toLocaleString('en')}. WordPress and its plugins use them themselves.`,
    )
  if (site.comments > 0 && !hasComments)
    warn(`Comments are left out: ${site.comments.toLocaleString('en')}.`)
  if (site.twice > 0)
    warn(`Items that come twice are taken once: ${site.twice.toLocaleString('en')}.`)
  if (cycles > 0)
    warn(`Parents that lead back to their child are left out: ${cycles.toLocaleString('en')}.`)
  if (damage.controls > 0)
    warn(`Control characters are left out: ${damage.controls.toLocaleString('en')}.`)
  if (damage.bytes > 0)
    warn(
      `The file holds bytes that are not in its encoding: ${damage.bytes.toLocaleString('en')} became “\uFFFD”.`,
    )
  if (damage.elements > 0)
    warn(
      `The file is no valid XML. Damaged places: ${damage.elements.toLocaleString('en')}. Compare the number of objects with that of WordPress.`,
    )

  return {
    site: siteOf(site.blog || site.link),
    authors,
    terms,
    termSlugs,
    types,
    taxonomies,
    posts,
    parents,
    comments,
    acf,
    attachments,
    addresses,
    slugs,
    sharedBlocks,
  }
}

/** Keys under which plugins store titles and descriptions for search engines. */
export const SEO: Readonly<Record<string, string>> = {
  _yoast_wpseo_title: 'meta_title',
  _aioseo_title: 'meta_title',
  _yoast_wpseo_metadesc: 'meta_description',
  _aioseo_description: 'meta_description',
}
