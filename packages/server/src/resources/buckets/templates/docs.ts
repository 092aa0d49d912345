import type { Template } from './template.ts'

/** Articles in sections, release notes, and a glossary. */
export const docs: Template = [
  {
    title: 'Articles',
    slug: 'articles',
    singular: 'Article',
    emoji: '📘',
    metafields: [
      {
        key: 'section',
        title: 'Section',
        type: 'object',
        object_type: 'sections',
        required: true,
      },
      { key: 'summary', title: 'Summary', type: 'textarea', maxlength: 300 },
      { key: 'body', title: 'Body', type: 'markdown', required: true },
      {
        key: 'level',
        title: 'Level',
        type: 'radio-buttons',
        value: 'Beginner',
        options: [{ value: 'Beginner' }, { value: 'Intermediate' }, { value: 'Expert' }],
      },
      {
        key: 'examples',
        title: 'Examples',
        type: 'repeater',
        repeater_fields: [
          { key: 'caption', title: 'Caption', type: 'text' },
          {
            key: 'language',
            title: 'Language',
            type: 'select',
            options: ['shell', 'javascript', 'json', 'html', 'css'].map((value) => ({ value })),
          },
          { key: 'code', title: 'Code', type: 'textarea', required: true },
        ],
      },
      { key: 'related', title: 'Related articles', type: 'objects', object_type: 'articles' },
      { key: 'reviewed_on', title: 'Last reviewed on', type: 'date' },
    ],
  },
  {
    title: 'Sections',
    slug: 'sections',
    singular: 'Section',
    emoji: '🗂️',
    metafields: [
      { key: 'icon', title: 'Icon', type: 'emoji' },
      { key: 'intro', title: 'Introduction', type: 'textarea' },
    ],
  },
  {
    title: 'Releases',
    slug: 'releases',
    singular: 'Release',
    emoji: '🚀',
    metafields: [
      {
        key: 'number',
        title: 'Version',
        type: 'text',
        required: true,
        unique: true,
        regex: '^\\d+\\.\\d+\\.\\d+$',
        regex_message: 'Three numbers with dots, such as 2.1.0.',
      },
      { key: 'released_on', title: 'Released on', type: 'date', required: true },
      {
        key: 'kinds',
        title: 'What it brings',
        type: 'check-boxes',
        options: [
          { value: 'Added' },
          { value: 'Changed' },
          { value: 'Fixed' },
          { value: 'Removed' },
        ],
      },
      { key: 'notes', title: 'Notes', type: 'markdown', required: true },
    ],
  },
  {
    title: 'Glossary',
    slug: 'glossary',
    singular: 'Term',
    emoji: '🔤',
    metafields: [
      { key: 'meaning', title: 'Meaning', type: 'textarea', required: true },
      {
        key: 'also',
        title: 'Also known as',
        type: 'repeater',
        repeater_fields: [{ key: 'word', title: 'Word', type: 'text', required: true }],
      },
    ],
  },
]
