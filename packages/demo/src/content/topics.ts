import type { DemoObject } from './demo-object.ts'

interface Words {
  title: string
  description: string
}

/** Returns a topic in both languages, which share the slug. */
const topic = (
  slug: string,
  look: { accent: string; icon: string },
  en: Words,
  de: Words,
): DemoObject[] =>
  Object.entries({ en, de }).map(([locale, { title, description }]) => ({
    type: 'topics',
    slug,
    title,
    locale: locale === 'de' ? 'de' : 'en',
    metadata: { description, ...look },
  }))

export const topics: DemoObject[] = [
  ...topic(
    'engineering',
    { accent: '#2f5d8a', icon: '🛠️' },
    {
      title: 'Engineering',
      description: 'How to build on a rock that is dry for two hours a day.',
    },
    {
      title: 'Baukunst',
      description: 'Wie man auf einem Felsen baut, der zwei Stunden am Tag trocken liegt.',
    },
  ),
  ...topic(
    'keepers',
    { accent: '#b5562b', icon: '🔑' },
    { title: 'Keepers', description: 'The people who kept the lamp, and the ones who miss it.' },
    {
      title: 'Wärterleben',
      description: 'Die Menschen, die das Feuer hüteten, und die, denen es fehlt.',
    },
  ),
  ...topic(
    'optics',
    { accent: '#caa23a', icon: '🔆' },
    { title: 'Light and lenses', description: 'From open fires to first-order Fresnel lenses.' },
    {
      title: 'Licht und Linsen',
      description: 'Vom offenen Feuer zur Fresnel-Linse erster Ordnung.',
    },
  ),
  ...topic(
    'storms',
    { accent: '#4a5568', icon: '🌊' },
    { title: 'Storms', description: 'What the sea does to towers, and what towers do about it.' },
    { title: 'Stürme', description: 'Was die See mit Türmen macht und wie sie sich wehren.' },
  ),
  ...topic(
    'wildlife',
    { accent: '#3c7a57', icon: '🐦' },
    { title: 'Wildlife', description: 'Migrating birds, grey seals and everything between.' },
    { title: 'Tierwelt', description: 'Zugvögel, Kegelrobben und alles dazwischen.' },
  ),
  ...topic(
    'travel',
    { accent: '#8a4f7d', icon: '🎒' },
    { title: 'Travel', description: 'Towers you can climb, sleep in, or only wave at.' },
    {
      title: 'Unterwegs',
      description: 'Türme zum Besteigen, zum Übernachten oder nur zum Winken.',
    },
  ),
]
