import type { MacroStep } from '@typecase/contract/macros'

interface DemoView {
  title: string
  icon: string
  type?: string
  query: Record<string, unknown>
  sort?: string
  columns?: string[]
}

export const views: readonly DemoView[] = [
  {
    title: 'Drafts to read',
    icon: '✏️',
    type: 'articles',
    query: { type: 'articles', status: 'draft' },
    sort: '-modified_at',
    columns: ['title', 'metadata.author', 'metadata.section', 'modified_at'],
  },
  {
    title: 'On the cover page',
    icon: '⭐',
    type: 'articles',
    query: { type: 'articles', 'metadata.featured': true },
    columns: ['title', 'locale', 'metadata.section', 'published_at'],
  },
  {
    title: 'Long reads',
    icon: '📚',
    type: 'articles',
    query: { type: 'articles', locale: 'en', 'metadata.minutes': { $gte: 8 } },
    sort: '-metadata.minutes',
    columns: ['title', 'metadata.minutes', 'metadata.author'],
  },
  {
    title: 'No longer lit',
    icon: '🕯️',
    type: 'lighthouses',
    query: { type: 'lighthouses', 'metadata.operation': 'dark' },
    columns: ['title', 'metadata.country', 'metadata.first_lit', 'metadata.height'],
  },
]

const setFeatured = (value: boolean): MacroStep => ({
  call: 'objects.bulkEdit',
  body: { data: { metadata: { featured: { op: 'set', value } } } },
})

interface DemoMacro {
  title: string
  steps: MacroStep[]
  arguments?: { key: string; title: string; kind: 'choice'; options: string[] }[]
}

export const macros: readonly DemoMacro[] = [
  { title: 'Put on the cover page', steps: [setFeatured(true)] },
  { title: 'Take off the cover page', steps: [setFeatured(false)] },
  {
    title: 'File under a section',
    arguments: [
      {
        key: 'section',
        title: 'Section',
        kind: 'choice',
        options: ['Feature', 'Interview', 'Report', 'Essay', 'Galley'],
      },
    ],
    steps: [
      {
        call: 'objects.bulkEdit',
        body: { data: { metadata: { section: { op: 'set', value: { $arg: 'section' } } } } },
      },
    ],
  },
]

/** Objects to publish and unpublish in the coming weeks, by days from now. */
export const schedules: readonly {
  about: string
  publishIn?: number
  unpublishIn?: number
}[] = [
  { about: 'articles/red-sand@de', publishIn: 1 },
  { about: 'pages/write-for-us@en', publishIn: 3 },
  { about: 'articles/the-teardrop@en', publishIn: 6 },
  { about: 'articles/ship-biscuit@en', publishIn: 10 },
  { about: 'lighthouses/kopu', publishIn: 14 },
  { about: 'articles/post-office-in-a-tower@en', publishIn: 20 },
  { about: 'articles/soup-for-one-burner@en', unpublishIn: 12 },
]

/** Objects that are published together with the next issue. */
export const nextIssue = {
  title: 'No. 44: Winter light',
  daysFromNow: 7,
  objects: [
    'issues/issue-44',
    'articles/palace-at-sea@en',
    'articles/reading-the-rhythm@en',
    'articles/reading-the-rhythm@de',
  ],
} as const

/** Objects that were moved to the trash. */
export const discarded: readonly { type: string; title: string; daysAgo: number }[] = [
  { type: 'topics', title: 'Shipwrecks', daysAgo: 26 },
  { type: 'pages', title: 'Page for trying things out', daysAgo: 12 },
  { type: 'authors', title: 'Guest author', daysAgo: 5 },
]

/**
 * A webhook that makes the site rebuild its pages. Its endpoint is only an example, so the demo disables it at the end.
 */
export const rebuild = {
  title: 'Rebuild the site',
  endpoint: 'https://magazine.example/hooks/rebuild',
  resource: 'objects' as const,
  events: ['published' as const, 'unpublished' as const],
  object_types: ['articles', 'issues', 'pages'],
  payload: true,
  props: 'id,type,slug,title,locale',
}
