/** An export of a site. @param channel its authors, terms and items */
export const wxr = (channel: string, { site = 'https://blog.example' } = {}): string =>
  `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>Blog</title>
<link>${site}</link>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_blog_url>${site}</wp:base_blog_url>
${channel}
</channel>
</rss>
`

interface Item {
  id?: number | string
  type?: string
  title?: string
  name?: string
  status?: string
  link?: string
  content?: string
  date?: string
  parent?: number
  meta?: Readonly<Record<string, string>>
  /** Further elements. */
  more?: string
}

/** An item with an id, and a slug and a permalink made from the id. */
export function item({ id = 1, type = 'post', status = 'publish', ...one }: Item = {}): string {
  const {
    name = `post-${id}`,
    title = `Post ${id}`,
    link,
    content = 'Text',
    date,
    parent = 0,
  } = one
  return `<item>
<title><![CDATA[${title}]]></title>
<link>${link ?? `https://blog.example/2024/${name}/`}</link>
<dc:creator><![CDATA[ada]]></dc:creator>
<content:encoded><![CDATA[${content}]]></content:encoded>
<excerpt:encoded><![CDATA[]]></excerpt:encoded>
<wp:post_id>${id}</wp:post_id>
<wp:post_date><![CDATA[${date ?? '2024-01-05 10:00:00'}]]></wp:post_date>
<wp:post_date_gmt><![CDATA[${date ?? '2024-01-05 09:00:00'}]]></wp:post_date_gmt>
<wp:post_name><![CDATA[${name}]]></wp:post_name>
<wp:status><![CDATA[${status}]]></wp:status>
<wp:post_parent>${parent}</wp:post_parent>
<wp:menu_order>0</wp:menu_order>
<wp:post_type><![CDATA[${type}]]></wp:post_type>
<wp:post_password><![CDATA[]]></wp:post_password>
${Object.entries(one.meta ?? {})
  .map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key><![CDATA[${key}]]></wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
  )
  .join('\n')}
${one.more ?? ''}
</item>`
}

/** An attachment that was uploaded in 2024. */
export const attachment = (id: number, file: string, alt = '', parent = 0): string =>
  item({
    id,
    type: 'attachment',
    status: 'inherit',
    title: file,
    content: '',
    parent,
    ...(alt && { meta: { _wp_attachment_image_alt: alt } }),
    more: `<wp:attachment_url>https://blog.example/wp-content/uploads/2024/${file}</wp:attachment_url>`,
  })
