import type { MemberName } from './members.ts'

export interface Remark {
  by: MemberName
  text: string
  daysAgo: number
  mentions?: readonly MemberName[]
}

interface DemoThread extends Remark {
  /** The object, in the form of references. */
  about: string
  replies?: readonly Remark[]
  /** Whether the thread is on the first field of its type rather than on the whole object. */
  isOnField?: boolean
  isResolved?: boolean
  reaction?: { by: MemberName; emoji: string }
}

export const threads: readonly DemoThread[] = [
  {
    about: 'articles/the-door-at-la-jument@en',
    by: 'tomas',
    daysAgo: 275,
    text: 'Legal has read it. One change in *Sources*, otherwise free to go.',
    isResolved: true,
  },
  {
    about: 'articles/seven-landings@en',
    by: 'maelle',
    daysAgo: 41,
    text: 'Is the drawing of the cork belts in the archive of Sein, or only in the annals?',
    replies: [
      {
        by: 'callum',
        daysAgo: 40,
        text: 'Only in the annals. The archive has the invoice for the belts, which is funnier.',
      },
    ],
  },
  {
    about: 'articles/how-a-fresnel-lens-works@en',
    by: 'callum',
    daysAgo: 14,
    text: 'The new teaser is better. We could link to the piece about Ar-Men from here.',
    reaction: { by: 'tomas', emoji: '👍' },
  },
  {
    about: 'articles/the-door-at-la-jument@en',
    by: 'maelle',
    daysAgo: 3,
    text: '@Ines Albrecht the contact sheet shows **seven** frames. Can the teaser say so?',
    mentions: ['ines'],
    isOnField: true,
    replies: [
      {
        by: 'tomas',
        daysAgo: 2,
        text: 'It can, but search results cut it off after 90 characters.',
      },
    ],
  },
  {
    about: 'articles/palace-at-sea@en',
    by: 'maelle',
    daysAgo: 1,
    text: '@Ines Albrecht the gallery still needs the compass rose. I can send it when the ferry runs.',
    mentions: ['ines'],
  },
  {
    about: 'issues/issue-44',
    by: 'tomas',
    daysAgo: 0.3,
    text: '@Ines Albrecht I would put *Slippers on, please* on the cover. Your call.',
    mentions: ['ines'],
    reaction: { by: 'maelle', emoji: '❤️' },
  },
]
