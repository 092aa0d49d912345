/** The argument of commands over objects whose call takes `publish`. */
export interface PublishArgs {
  readonly publish?: boolean | undefined
}

/** How commands ask for it outside the review, such as the page of the API. */
export const askPublish = {
  kind: 'boolean',
  title: 'Goes live',
  help: 'Published objects change for visitors too, or get drafts.',
  yes: 'Also what is public',
  no: 'As drafts',
} as const
