import type { Template } from './template.ts'

/** Posts by authors in categories, static pages, and the settings of the site. */
export const blog: Template = [
  {
    title: 'Posts',
    slug: 'posts',
    singular: 'Post',
    emoji: '📝',
    options: { searchable: ['author'], subtitle: 'author' },
    metafields: [
      {
        key: 'teaser',
        title: 'Teaser',
        type: 'textarea',
        required: true,
        maxlength: 300,
        helptext: 'One or two sentences for lists and search results.',
      },
      { key: 'hero', title: 'Hero image', type: 'file', media_validation_type: 'image' },
      { key: 'body', title: 'Body', type: 'markdown', required: true },
      { key: 'published_on', title: 'Published on', type: 'date' },
      { key: 'author', title: 'Author', type: 'object', object_type: 'authors' },
      { key: 'categories', title: 'Categories', type: 'objects', object_type: 'categories' },
      {
        key: 'seo',
        title: 'Search engines',
        type: 'parent',
        children: [
          { key: 'meta_title', title: 'Title', type: 'text', maxlength: 70 },
          { key: 'description', title: 'Description', type: 'textarea', maxlength: 160 },
          { key: 'hidden', title: 'Hide from search engines', type: 'switch', value: false },
        ],
      },
    ],
  },
  {
    title: 'Authors',
    slug: 'authors',
    singular: 'Author',
    emoji: '✍️',
    metafields: [
      { key: 'portrait', title: 'Portrait', type: 'file', media_validation_type: 'image' },
      { key: 'bio', title: 'Biography', type: 'textarea', maxlength: 600 },
      {
        key: 'links',
        title: 'Links',
        type: 'repeater',
        repeater_fields: [
          { key: 'label', title: 'Label', type: 'text', required: true },
          { key: 'url', title: 'Address', type: 'text', required: true, regex: '^https?://' },
        ],
      },
    ],
  },
  {
    title: 'Categories',
    slug: 'categories',
    singular: 'Category',
    emoji: '🏷️',
    metafields: [
      { key: 'description', title: 'Description', type: 'textarea' },
      { key: 'accent', title: 'Accent colour', type: 'color' },
    ],
  },
  {
    title: 'Pages',
    slug: 'pages',
    singular: 'Page',
    emoji: '📄',
    metafields: [
      { key: 'body', title: 'Body', type: 'rich-text' },
      { key: 'in_menu', title: 'Show in the menu', type: 'switch', value: false },
    ],
  },
  {
    title: 'Site settings',
    slug: 'site-settings',
    singular: 'Site settings',
    emoji: '⚙️',
    singleton: true,
    metafields: [
      { key: 'tagline', title: 'Tagline', type: 'text', maxlength: 120 },
      { key: 'logo', title: 'Logo', type: 'file', media_validation_type: 'image' },
      { key: 'footer', title: 'Footer', type: 'html-textarea' },
    ],
  },
]
