/** The argument of commands over many objects whose call takes `publish`. */
export interface PublishArgs {
  readonly publish?: boolean | undefined
}

/** Asks for the argument outside the review, for example on the page of the API. */
export const askPublish = {
  kind: 'boolean',
  title: 'Goes live',
  help: 'Change published objects for visitors too, or only as drafts.',
  yes: 'Published versions too',
  no: 'As drafts',
} as const
