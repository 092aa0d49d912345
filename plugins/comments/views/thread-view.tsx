import { addComment, readComments, type Thread } from '@typecase/contract/comments'
import type { ObjectType } from '@typecase/contract/object-types'
import type { People } from '@typecase/content/words/person'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { useApiMutation } from '@typecase/plugin-sdk/react/queries'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { Toasts } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { type ReactNode, useState } from 'react'

import '../facts.ts'
import { reopenThread, resolveThread } from '../commands/comments.ts'
import { authorOf, describeSubject, refreshComments } from '../queries.ts'
import { CommentForm, type WrittenComment } from './comment-form.tsx'
import { CommentView } from './comment-view.tsx'
import styles from './comments.module.css'

interface ThreadViewProps {
  thread: Thread
  bucketSlug: string
  type: ObjectType | undefined
  people: People
  /** Position of the thread in the feed, counted from 1, and the number of threads. */
  index: number
  total: number
  /** Shown before the subject: the object, if that is not on screen. */
  lead?: ReactNode
}

/** A comment with its replies, and a form for the next one. */
export function ThreadView(props: ThreadViewProps) {
  const { thread, bucketSlug, type, people, index, total, lead } = props
  const [isReplying, setIsReplying] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const services = useServices()
  const add = useAddComment(bucketSlug, thread.object_id)
  const { mutateAsync: markRead } = useApiMutation(readComments)
  const about = describeSubject(type, thread.metafield_id)
  const id = { object_id: thread.object_id, comment_id: thread.id }

  async function read(): Promise<void> {
    if (!thread.is_unread) return
    await markRead({ body: { slug: bucketSlug, thread_id: thread.id } }).catch(() => undefined)
    await refreshComments(services)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- reading marks as read, and says which thread commands are about
    <article
      id={`comment-${thread.id}`}
      aria-label={`${about}: ${authorOf(thread, people)}`}
      aria-posinset={index}
      aria-setsize={total}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the articles of a feed take the focus
      tabIndex={0}
      className={styles.thread}
      data-unread={thread.is_unread || undefined}
      onFocus={() => {
        setHasFocus(true)
        void read()
      }}
      onBlur={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget) || setHasFocus(false)
      }
    >
      {hasFocus ? <CurrentThread id={thread.id} isResolved={thread.resolved} /> : null}
      <header className={styles.about}>
        {thread.is_unread ? (
          <span className={styles.unread} role="img" aria-label="Unread" />
        ) : null}
        {lead}
        <span>{about}</span>
      </header>
      <div className={styles.conversation}>
        <CommentView comment={thread} {...{ bucketSlug, people }} />
        {thread.replies.map((reply) => (
          <CommentView key={reply.id} comment={reply} {...{ bucketSlug, people }} />
        ))}
        {isReplying ? (
          <CommentForm
            bucketSlug={bucketSlug}
            name={`${thread.id}.reply`}
            label="Write a reply"
            action="Reply"
            onSend={async (draft) => {
              const isStored = await add(draft, { parent_id: thread.id })
              if (isStored) setIsReplying(false)
              return isStored
            }}
            onCancel={() => setIsReplying(false)}
          />
        ) : null}
      </div>
      {isReplying ? null : (
        <div className={styles.actions}>
          <Button variant="quiet" onPress={() => setIsReplying(true)}>
            Reply
          </Button>
          <CommandButton
            command={thread.resolved ? reopenThread : resolveThread}
            args={id}
            variant="quiet"
          />
        </div>
      )}
    </article>
  )
}

function CurrentThread({ id, isResolved }: { id: string; isResolved: boolean }) {
  useProvideFacts({ 'comments.thread': id, ...(isResolved && { 'comments.isResolved': true }) })
  return null
}

/** Returns a function that stores a new comment. It returns whether the comment was stored; failures are notified. */
export function useAddComment(slug: string, object_id: string) {
  const services = useServices()
  const { mutateAsync } = useApiMutation(addComment)
  const toasts = useService(Toasts)
  return async (
    draft: WrittenComment,
    target: { parent_id?: string; metafield_id?: string | null },
  ): Promise<boolean> => {
    try {
      await mutateAsync({ body: { slug, object_id, ...draft, ...target } })
      await refreshComments(services)
      return true
    } catch (reason) {
      toasts.show({ message: reason instanceof Error ? reason.message : '', tone: 'error' })
      return false
    }
  }
}
