import { type DemoObject, to } from './demo-object.ts'

export const issues: DemoObject[] = [
  {
    type: 'issues',
    slug: 'issue-41',
    title: 'No. 41: Rock stations',
    metadata: {
      number: 41,
      published_on: '2025-03-07',
      editorial:
        'This issue smells of wet granite. Three of us went out to towers that one cannot visit, which is to say that three of us waited on quays. What we brought back is mostly other people’s stories. They are better than ours.',
      articles: [
        to('articles/seven-landings@en'),
        to('articles/the-door-at-la-jument@en'),
        to('articles/soup-for-one-burner@en'),
      ],
      cover_colour: '#2f5d8a',
      price: 12,
    },
  },
  {
    type: 'issues',
    slug: 'issue-42',
    title: 'No. 42: On the move',
    metadata: {
      number: 42,
      published_on: '2025-06-06',
      editorial:
        'Coasts move, and so do towers, given a good enough reason and enough soap. An issue about what we carry along and what we let go.',
      articles: [
        to('articles/how-a-fresnel-lens-works@en'),
        to('articles/a-tower-goes-for-a-walk@en'),
        to('articles/a-night-on-neuwerk@en'),
      ],
      cover_colour: '#8a4f7d',
      price: 12,
    },
  },
  {
    type: 'issues',
    slug: 'issue-43',
    title: 'No. 43: After the keepers',
    metadata: {
      number: 43,
      published_on: '2025-09-05',
      editorial:
        'The lamps still turn. Somebody polishes the glass twice a year and flies home. We asked the people who used to do it on Tuesdays.',
      articles: [
        to('articles/built-between-tides@en'),
        to('articles/birds-in-the-beam@en'),
        to('articles/the-last-watch@en'),
      ],
      cover_colour: '#b5562b',
      price: 12.5,
    },
  },
  {
    type: 'issues',
    slug: 'issue-44',
    title: 'No. 44: Winter light',
    status: 'draft',
    metadata: {
      number: 44,
      published_on: '2025-12-05',
      editorial: 'To come. Deadline is when the last ferry leaves.',
      articles: [to('articles/palace-at-sea@en'), to('articles/reading-the-rhythm@en')],
      cover_colour: '#caa23a',
      price: 12.5,
    },
  },
]
