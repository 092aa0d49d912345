/** What a new bucket can start with. */
export const TEMPLATES = [
  { id: 'empty', label: 'Empty', description: 'No object types' },
  { id: 'blog', label: 'Blog', description: 'Posts, authors, categories' },
  { id: 'shop', label: 'Shop', description: 'Products, categories' },
  { id: 'docs', label: 'Docs', description: 'Pages, sections' },
]

export type Template = 'empty' | 'blog' | 'shop' | 'docs'

/** A select's value as a template; anything unknown is the empty one. */
export function asTemplate(id: string): Template {
  return id === 'blog' || id === 'shop' || id === 'docs' ? id : 'empty'
}
