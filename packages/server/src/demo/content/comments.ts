interface DemoComment {
  /** The object, as references name it. */
  about: string
  text: string
  reply?: string
  /** On the first field of its type rather than on all of it. */
  isOnField?: boolean
  isResolved?: boolean
}

export const comments: readonly DemoComment[] = [
  {
    about: 'articles/the-door-at-la-jument@en',
    text: 'The contact sheet shows **seven** frames. Can the teaser say so?',
    reply: 'It can, but the search result cuts off after 90 characters.',
    isOnField: true,
  },
  {
    about: 'articles/the-door-at-la-jument@en',
    text: 'Legal has read it. One change in *Sources*, otherwise free to go.',
    isResolved: true,
  },
  {
    about: 'articles/seven-landings@en',
    text: 'Is the drawing of the cork belts in the archive of Sein, or only in the annals?',
  },
  {
    about: 'articles/how-a-fresnel-lens-works@en',
    text: 'We could link to the piece about Ar-Men from here.',
  },
]
