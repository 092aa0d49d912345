import { collection, field, key, relation, type TemplateContent } from './export.fixture.ts'

const FILE = 'a0000000-0000-4000-8000-000000000001'
const USER = 'b0000000-0000-4000-8000-000000000001'
const [HARBOUR, NETS, OLD] = [1, 2, 3].map((n) => `c0000000-0000-4000-8000-00000000000${n}`)

/** A picture of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const status = {
  interface: 'select-dropdown',
  options: {
    choices: ['draft', 'in_review', 'published', 'archived'].map((value) => ({
      text: `$t:${value}`,
      value,
    })),
  },
}
const m2m = { special: ['m2m'], interface: 'list-m2m' }

/** A site about a harbour, made for the tests, with everything that a template can contain. */
export const sample: TemplateContent = {
  collections: [
    { collection: 'content', meta: { collection: 'content' }, schema: null },
    collection('articles', {
      display_template: '{{title}}',
      archive_field: 'status',
      archive_value: 'archived',
      sort_field: 'sort',
      translations: [{ language: 'en-US', translation: 'Articles' }],
    }),
    collection('articles_topics', { hidden: true }),
    collection('articles_blocks', { hidden: true }),
    collection('topics'),
    collection('topics_translations', { hidden: true }),
    collection('languages'),
    collection('block_quote'),
    collection('globals', { singleton: true }),
  ],
  fields: [
    key('articles'),
    field('articles.sort', 'integer', { hidden: true }),
    field('articles.status', 'string', { ...status, sort: 2 }),
    field('articles.title', 'string', { interface: 'input', required: true, sort: 3 }),
    field('articles.slug', 'string', { interface: 'input', sort: 4 }),
    field('articles.image', 'uuid', { interface: 'file-image', special: ['file'], sort: 5 }),
    field('articles.body', 'text', {
      interface: 'input-rich-text-html',
      note: 'The whole text',
      sort: 6,
    }),
    field('articles.teaser', 'text', { interface: 'input-rich-text-md', sort: 7 }),
    field('articles.price', 'decimal', { interface: 'input', sort: 8 }),
    field('articles.featured', 'boolean', { interface: 'boolean', sort: 9 }),
    field('articles.day', 'date', { interface: 'datetime', sort: 10 }),
    field('articles.tags', 'json', { interface: 'tags', sort: 11 }),
    field('articles.kind', 'string', {
      interface: 'select-dropdown',
      options: {
        choices: [
          { text: 'A guide', value: 'guide' },
          { text: 'News', value: 'news' },
        ],
      },
      sort: 12,
    }),
    field('articles.color', 'string', { interface: 'select-color', sort: 13 }),
    field('articles.links', 'json', {
      interface: 'list',
      options: {
        fields: [
          { field: 'url', name: 'Address', type: 'string', meta: { interface: 'input' } },
          {
            field: 'service',
            name: 'service',
            type: 'string',
            meta: {
              interface: 'select-dropdown',
              options: { choices: [{ text: 'X', value: 'x' }] },
            },
          },
        ],
      },
      sort: 14,
    }),
    field('articles.seo', 'json', { interface: 'seo-interface', sort: 15 }),
    field('articles.author', 'uuid', {
      interface: 'select-dropdown-m2o',
      special: ['m2o'],
      sort: 16,
    }),
    field('articles.parent', 'uuid', {
      interface: 'select-dropdown-m2o',
      special: ['m2o'],
      sort: 17,
    }),
    field('articles.topics', 'alias', { ...m2m, sort: 18 }),
    field('articles.blocks', 'alias', { special: ['m2a'], interface: 'list-m2a', sort: 19 }),
    field('articles.children', 'alias', { special: ['o2m'], interface: 'list-o2m', sort: 20 }),
    field('articles.secret', 'string', { special: ['hash'], interface: 'input-hash', sort: 21 }),
    field('articles.divider', 'alias', {
      special: ['alias', 'no-data'],
      interface: 'presentation-divider',
    }),
    field('articles.date_created', 'timestamp', { special: ['date-created'] }),
    field('articles.date_updated', 'timestamp', { special: ['date-updated'] }),
    field('articles.user_created', 'uuid', { special: ['user-created'] }),
    key('articles_topics', 'integer'),
    field('articles_topics.articles_id', 'uuid'),
    field('articles_topics.topics_id', 'integer'),
    field('articles_topics.sort', 'integer'),
    key('articles_blocks', 'integer'),
    field('articles_blocks.articles_id', 'uuid'),
    field('articles_blocks.item', 'string'),
    field('articles_blocks.collection', 'string'),
    field('articles_blocks.background', 'string'),
    key('topics', 'integer'),
    field('topics.name', 'string', { interface: 'input' }),
    field('topics.weight', 'integer', { interface: 'slider' }),
    field('topics.translations', 'alias', { special: ['translations'], interface: 'translations' }),
    key('topics_translations', 'integer'),
    field('topics_translations.topics_id', 'integer'),
    field('topics_translations.languages_code', 'string'),
    field('topics_translations.name', 'string', { interface: 'input' }),
    field('topics_translations.summary', 'text', { interface: 'input-multiline', required: true }),
    field('languages.code', 'string', {}, { is_primary_key: true }),
    field('languages.name', 'string'),
    key('block_quote', 'integer'),
    field('block_quote.words', 'text', { interface: 'input-multiline' }),
    key('globals'),
    field('globals.title', 'string', { interface: 'input' }),
    field('globals.logo', 'uuid', { interface: 'file', special: ['file'] }),
  ],
  relations: [
    relation('articles.image', 'directus_files'),
    relation('articles.author', 'directus_users'),
    relation('articles.user_created', 'directus_users'),
    relation('articles.parent', 'articles', { one_field: 'children' }),
    relation('articles_topics.articles_id', 'articles', {
      one_field: 'topics',
      junction_field: 'topics_id',
      sort_field: 'sort',
    }),
    relation('articles_topics.topics_id', 'topics', { junction_field: 'articles_id' }),
    relation('articles_blocks.articles_id', 'articles', {
      one_field: 'blocks',
      junction_field: 'item',
    }),
    relation('articles_blocks.item', null, {
      one_collection_field: 'collection',
      one_allowed_collections: ['block_quote', 'topics'],
      junction_field: 'articles_id',
    }),
    relation('topics_translations.topics_id', 'topics', {
      one_field: 'translations',
      junction_field: 'languages_code',
    }),
    relation('topics_translations.languages_code', 'languages', { junction_field: 'topics_id' }),
    relation('globals.logo', 'directus_files'),
  ],
  content: {
    articles: [
      {
        id: NETS,
        sort: 2,
        status: 'in_review',
        title: 'Nets',
        slug: 'nets',
        image: null,
        body: null,
        tags: null,
        kind: 'other',
        topics: [],
        date_created: '2026-02-01T10:00:00.000Z',
      },
      {
        id: HARBOUR,
        sort: 1,
        status: 'published',
        title: 'The harbour opens',
        slug: 'harbour',
        image: FILE,
        body: `<p>Fish &amp; <b>chips</b> <img src="https://cms.example/assets/${FILE}?width=200"></p>`,
        teaser: '**Soon**',
        price: '12.50',
        featured: true,
        day: '2026-05-01',
        tags: ['sea', 'boats'],
        kind: 'guide',
        color: '#6644FF',
        links: [
          { url: '/inner', service: 'x' },
          { url: '/other', service: 'mail' },
        ],
        seo: { title: 'Harbour' },
        author: USER,
        parent: NETS,
        topics: [2, 1],
        blocks: [1, 2],
        children: [],
        secret: '**********',
        date_created: '2026-01-01T10:00:00.000Z',
        date_updated: '2026-01-02T10:00:00.000Z',
        user_created: USER,
      },
      {
        id: OLD,
        sort: null,
        status: 'archived',
        title: 'Old',
        slug: 'harbour',
        date_created: '2026-03-01T10:00:00.000Z',
      },
    ],
    articles_topics: [
      { id: 1, articles_id: HARBOUR, topics_id: 1, sort: 2 },
      { id: 2, articles_id: HARBOUR, topics_id: 2, sort: 1 },
    ],
    articles_blocks: [
      { id: 1, articles_id: HARBOUR, item: '7', collection: 'block_quote', background: 'dark' },
      { id: 2, articles_id: HARBOUR, item: '2', collection: 'topics', background: 'light' },
    ],
    topics: [
      { id: 1, name: 'Sea', weight: 3, translations: [1, 2] },
      { id: 2, name: 'Land', weight: 1, translations: [] },
    ],
    topics_translations: [
      { id: 1, topics_id: 1, languages_code: 'de-DE', name: 'Meer', summary: 'Nass' },
      { id: 2, topics_id: 1, languages_code: 'en-US', name: null, summary: 'Wet' },
    ],
    languages: [
      { code: 'en-US', name: 'English' },
      { code: 'de-DE', name: 'German' },
    ],
    block_quote: [{ id: 7, words: 'Ahoy' }],
    globals: { id: 'd1', title: 'Harbour site', logo: FILE },
  },
  files: {
    'settings.json': { project_name: 'Harbour', default_language: 'en-US' },
    'users.json': [{ id: USER, first_name: 'Ada', last_name: 'Brook', email: 'ada@example.com' }],
    'folders.json': [
      { id: 'f1', name: 'Pictures', parent: null },
      { id: 'f2', name: 'Small', parent: 'f1' },
    ],
    'files.json': [
      {
        id: FILE,
        filename_disk: `${FILE}.png`,
        filename_download: 'pixel.png',
        title: 'Pixel',
        description: 'One pixel',
        type: 'image/png',
        folder: 'f2',
        width: 1,
        height: 1,
        uploaded_on: '2026-01-01T09:00:00.000Z',
      },
    ],
    [`assets/${FILE}.png`]: PIXEL,
  },
}
export const ids = { HARBOUR, NETS, OLD, FILE }
