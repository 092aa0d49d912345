import type { DemoObject } from './demo-object.ts'

export const authors: DemoObject[] = [
  {
    type: 'authors',
    slug: 'ines-albrecht',
    title: 'Ines Albrecht',
    metadata: {
      role: 'Editor in chief',
      bio: 'Grew up in Cuxhaven with a view of the shipping lane. Trained as a nautical officer, left the bridge for the desk, and still checks the tide table before she makes an appointment.',
      beats: ['History', 'Travel'],
      sign: '⚓',
      links: [{ label: 'Letters to the editor', url: 'https://magazine.example/letters' }],
    },
  },
  {
    type: 'authors',
    slug: 'callum-reid',
    title: 'Callum Reid',
    metadata: {
      role: 'Staff writer',
      bio: 'Son of a relief boatman from Arbroath. Writes about stone, mortar and the people who carried both up a ladder in the rain.',
      beats: ['Engineering', 'History'],
      sign: '🪨',
      links: [],
    },
  },
  {
    type: 'authors',
    slug: 'maelle-le-goff',
    title: 'Maëlle Le Goff',
    metadata: {
      role: 'Photographer',
      bio: 'Photographs the Iroise Sea from Brest, mostly in winter and mostly from small boats. Owns four cameras, three of which have been under water.',
      beats: ['Weather', 'Travel'],
      sign: '📷',
      links: [
        { label: 'Portfolio', url: 'https://lemagazine.example/le-goff' },
        { label: 'Prints', url: 'https://magazine.example/prints' },
      ],
    },
  },
  {
    type: 'authors',
    slug: 'tomas-eide',
    title: 'Tomas Eide',
    metadata: {
      role: 'Science editor',
      bio: 'A physicist who came to lighthouses by way of lenses. Explains things twice: once with a drawing and once with a coffee cup.',
      beats: ['Engineering', 'Weather'],
      sign: '🔭',
      links: [],
    },
  },
  {
    type: 'authors',
    slug: 'rosa-marin',
    title: 'Rosa Marín',
    metadata: {
      role: 'Galley columnist',
      bio: 'Cooks on boats that have one burner and no horizon. Her column has been tested in every sea state up to seven.',
      beats: ['Food', 'Travel'],
      sign: '🍲',
      links: [{ label: 'All recipes', url: 'https://magazine.example/galley' }],
    },
  },
  {
    type: 'authors',
    slug: 'jon-whitlock',
    title: 'Jon Whitlock',
    metadata: {
      role: 'Contributor',
      bio: 'Rings birds on headlands in spring and autumn, and writes about it in the months between.',
      beats: ['Wildlife', 'Weather'],
      sign: '🐦',
      links: [],
    },
  },
]
