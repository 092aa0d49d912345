import { type DemoObject, to } from './demo-object.ts'

export const pages: DemoObject[] = [
  {
    type: 'pages',
    slug: 'about',
    title: 'About us',
    locale: 'en',
    metadata: {
      body: '<p>Lighthouse Magazine appears four times a year, on paper that survives a wet jacket. We write about towers, lamps and lenses, and about the people who live within sight of them.</p><p>There are six of us. We have climbed <strong>214 lighthouses</strong> between us and been seasick at the foot of most of them.</p>',
      in_menu: true,
      seo: {
        meta_title: 'About Lighthouse Magazine',
        description: 'Who we are, what we write about and how often we are seasick.',
      },
    },
  },
  {
    type: 'pages',
    slug: 'about',
    title: 'Über uns',
    locale: 'de',
    metadata: {
      body: '<p>Das Lighthouse Magazine erscheint viermal im Jahr, auf Papier, das eine nasse Jacke übersteht. Wir schreiben über Türme, Lampen und Linsen und über die Menschen, die in Sichtweite leben.</p><p>Wir sind zu sechst. Zusammen haben wir <strong>214 Leuchttürme</strong> bestiegen und waren am Fuß der meisten seekrank.</p>',
      in_menu: true,
      seo: {
        meta_title: 'Über das Lighthouse Magazine',
        description: 'Wer wir sind, worüber wir schreiben und wie oft wir seekrank werden.',
      },
    },
  },
  {
    type: 'pages',
    slug: 'subscribe',
    title: 'Subscribe',
    locale: 'en',
    metadata: {
      body: '<h2>Four issues a year</h2><ul><li>Print and digital: €48</li><li>Digital only: €24</li><li>Keepers, retired or serving: free, for life</li></ul><p>Cancel whenever you like. We are not a rock station.</p>',
      in_menu: true,
      seo: { meta_title: 'Subscribe', description: 'Four issues a year, on paper or on screen.' },
    },
  },
  {
    type: 'pages',
    slug: 'subscribe',
    title: 'Abonnieren',
    locale: 'de',
    metadata: {
      body: '<h2>Vier Hefte im Jahr</h2><ul><li>Gedruckt und digital: 48 €</li><li>Nur digital: 24 €</li><li>Für Leuchtturmwärter, im Dienst oder im Ruhestand: kostenlos, ein Leben lang</li></ul><p>Kündigen können Sie jederzeit. Wir sind keine Felsstation.</p>',
      in_menu: true,
      seo: {
        meta_title: 'Abonnieren',
        description: 'Vier Hefte im Jahr, auf Papier oder am Bildschirm.',
      },
    },
  },
  {
    type: 'pages',
    slug: 'write-for-us',
    title: 'Write for us',
    locale: 'en',
    status: 'draft',
    metadata: {
      body: '<p>Send us a paragraph, not a manuscript. Tell us which tower, which door you came in by and who you spoke to. We answer every letter, though in winter the post takes its time.</p>',
      in_menu: false,
      seo: { meta_title: 'Write for us', description: 'How to pitch a story to the magazine.' },
    },
  },
  {
    type: 'pages',
    slug: 'imprint',
    title: 'Impressum',
    locale: 'de',
    metadata: {
      body: '<p>Lighthouse Magazine, Am Alten Hafen 1, 27472 Cuxhaven. Verantwortlich für den Inhalt: Ines Albrecht.</p>',
      in_menu: false,
      seo: { meta_title: 'Impressum', description: 'Wer für dieses Magazin verantwortlich ist.' },
    },
  },
]

export const settings: DemoObject[] = [
  {
    type: 'magazine-settings',
    slug: 'magazine-settings',
    title: 'Magazine settings',
    metadata: {
      tagline: 'A quarterly for people who look up',
      footer: '<p>© Lighthouse Magazine. Printed in Cuxhaven, within sight of the sea.</p>',
      editor_in_chief: to('authors/ines-albrecht'),
      newsletter: { name: 'The Flash', every: 'first Friday', languages: ['en', 'de'] },
    },
  },
]
