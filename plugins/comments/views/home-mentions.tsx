import { objectRoute } from '@typecase/content/routes'
import { listComments } from '@typecase/contract/comments'
import { formatAge } from '@typecase/content/words/age'
import { HomeCard, HomeRows } from '@typecase/content/react/home-card'
import { usePeople } from '@typecase/content/react/people'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Avatar } from '@typecase/ui/avatar'
import { authorOf } from '../queries.ts'

import { commentsRoute } from '../routes.ts'
import { parseText } from '../text/parse-text.ts'

/** Open threads that mention the user. */
export default function MentionsCard(props: { bucketSlug: string; number: number }) {
  const { bucketSlug, number } = props
  const { href } = useService(Navigation)
  const people = usePeople(bucketSlug)
  const query = useApiQuery(listComments, {
    query: { slug: bucketSlug, mentioned: true, resolved: false, limit: 5 },
  })
  return (
    <HomeCard
      title="Comments that mention you"
      number={number}
      query={query}
      all={({ total }) =>
        total === 0
          ? undefined
          : { href: href(commentsRoute, { search: { show: 'mine' } }), label: `${total} open` }
      }
      isEmpty={({ comments }) => comments.length === 0}
      empty="No one is waiting for your reply."
    >
      {({ comments }) => (
        <HomeRows
          label="Comments that mention you"
          rows={comments.map(({ replies, ...thread }) => {
            const latest = replies.at(-1) ?? thread
            const { created_by, created_at, text } = latest
            return {
              id: thread.id,
              href: href(objectRoute, { params: { objectID: thread.object_id } }),
              start: <Avatar {...people.avatarOf(created_by)} isDecorative />,
              title: `${authorOf(latest, people)} on ${thread.object_title || 'Untitled'}`,
              text: parseText(text, [])
                .map((piece) => piece.text)
                .join(''),
              end: formatAge(created_at),
            }
          })}
        />
      )}
    </HomeCard>
  )
}
