import type { GoldenQuery } from '@typecase/plugin-sdk/golden-query'

const facts = { 'route.bucketSlug': 'archive', can: new Set(['comments:write']) }
const editing = {
  ...facts,
  'route.id': 'editor.object',
  'route.objectID': 'a',
  'comments.isShown': true,
}
const signedIn = { 'session.isLoggedIn': true }
const onThread = { ...editing, 'comments.thread': 'c' }

export const goldenQueries: readonly GoldenQuery[] = [
  { query: 'go to comments', expect: 'comments.nav.go', facts },
  { query: 'write a comment', expect: 'comments.write', facts: editing },
  { query: 'comment on', expect: 'comments.write-on-field', facts: editing },
  {
    query: 'send the comment',
    expect: 'comments.send',
    facts: { ...editing, 'focus.isSendable': true },
  },
  { query: 'resolve comment', expect: 'comments.resolve', facts: onThread },
  {
    query: 'unresolve',
    expect: 'comments.unresolve',
    facts: { ...onThread, 'comments.isResolved': true },
  },
  { query: 'delete comment', expect: 'comments.delete', facts: onThread },
  { query: 'react', expect: 'comments.react', facts: onThread },
  { query: 'next open comment', expect: 'comments.next-open', facts },
  { query: 'my mentions', expect: 'comments.show-mine', facts },
  { query: 'mails about mentions', expect: 'comments.set-mention-mails', facts: signedIn },
  {
    query: 'open mails about mentions',
    expect: 'comments.open-mention-mails-settings',
    facts: signedIn,
  },
  { query: 'mark all comments', expect: 'comments.mark-all-read', facts },
]
