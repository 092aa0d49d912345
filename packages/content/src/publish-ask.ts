/** The argument of commands over objects whose call takes `publish`. */
export interface PublishArgs {
  readonly publish?: boolean | undefined
}

/** The argument for commands outside the review, such as the page of the API. */
export const askPublish = {
  kind: 'boolean',
  title: 'Goes live',
  help: 'Change published objects for visitors too, or only as drafts.',
  yes: 'Published versions too',
  no: 'As drafts',
} as const
