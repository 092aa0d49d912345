import { type Comment, reactionEmojis, updateComment } from '@typecase/contract/comments'
import type { People } from '@typecase/content/words/person'
import { refTo } from '@typecase/plugin-sdk/command'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useApiMutation } from '@typecase/plugin-sdk/react/queries'
import { useService, useServices } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Commands, Toasts } from '@typecase/plugin-sdk/services'
import { Avatar } from '@typecase/ui/avatar'
import { Button } from '@typecase/ui/button'
import { Popover, PopoverTrigger } from '@typecase/ui/popover'
import { Time } from '@typecase/ui/time'
import { useState } from 'react'

import { deleteComment, react } from '../commands/comments.ts'
import { authorOf, refreshComments } from '../queries.ts'
import { CommentForm, type WrittenComment } from './comment-form.tsx'
import { CommentText } from './comment-text.tsx'
import styles from './comments.module.css'
import { useMembers } from './use-members.ts'

interface CommentViewProps {
  comment: Comment
  bucketSlug: string
  people: People
}

/** A comment with its files, reactions and the actions of its author. */
export function CommentView({ comment, bucketSlug, people }: CommentViewProps) {
  const me = useUser().data?.id
  const commands = useService(Commands)
  const mayDeleteAny = useFacts((facts) => facts.can?.has('bucket:settings') ?? false)
  const { everyone } = useMembers(bucketSlug)
  const [isEditing, setIsEditing] = useState(false)
  const update = useUpdate(comment, bucketSlug)
  const isAuthor = comment.created_by === me
  const author = authorOf(comment, people)
  const names = everyone.filter(({ id }) => comment.mentions.includes(id)).map(({ name }) => name)
  const id = { object_id: comment.object_id, comment_id: comment.id }
  return (
    <div className={styles.comment}>
      {comment.guest ? (
        <Avatar name={comment.guest.name} size={20} isDecorative />
      ) : (
        <Avatar {...people.avatarOf(comment.created_by)} size={20} isDecorative />
      )}
      <div className={styles.body}>
        <p className={styles.head}>
          <strong>{author}</strong>
          <Time value={comment.created_at} className={styles.when} />
          {comment.rev > 1 && comment.modified_at !== comment.created_at && comment.parent_id ? (
            <span className={styles.when}>edited</span>
          ) : null}
        </p>
        {isEditing ? (
          <CommentForm
            bucketSlug={bucketSlug}
            name={`${comment.id}.edit`}
            label="Edit the comment"
            action="Save"
            initial={comment}
            onSend={async (draft) => {
              const isStored = await update(draft)
              if (isStored) setIsEditing(false)
              return isStored
            }}
            onCancel={() => setIsEditing(false)}
          />
        ) : (
          <CommentText text={comment.text} names={names} />
        )}
        <Attachments names={comment.attachments} />
        <div className={styles.tools}>
          <Reactions comment={comment} me={me} people={people} />
          {isAuthor && !isEditing ? (
            <Button
              variant="quiet"
              icon="pencil"
              aria-label="Edit comment"
              onPress={() => setIsEditing(true)}
            />
          ) : null}
          {isAuthor || mayDeleteAny ? (
            <Button
              variant="quiet"
              icon="trash-2"
              aria-label="Delete comment"
              onPress={() => void commands.run(refTo(deleteComment, id))}
            />
          ) : null}
        </div>
      </div>
    </div>
  )
}

/** Returns a function that stores a changed comment and resolves to its success. The user is notified of failures. */
function useUpdate({ id, object_id, rev }: Comment, slug: string) {
  const services = useServices()
  const { mutateAsync } = useApiMutation(updateComment)
  const toasts = useService(Toasts)
  return async (draft: WrittenComment): Promise<boolean> => {
    try {
      await mutateAsync({ body: { slug, object_id, comment_id: id, rev, ...draft } })
      await refreshComments(services)
      return true
    } catch (reason) {
      toasts.show({ message: reason instanceof Error ? reason.message : '', tone: 'error' })
      return false
    }
  }
}

const isPicture = (name: string) => /\.(avif|gif|jpe?g|png|webp)$/i.test(name)

function Attachments({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <ul aria-label="Attachments" className={styles.attachments}>
      {names.map((name) => (
        <li key={name}>
          <a href={`/media/${encodeURIComponent(name)}`} target="_blank" rel="noreferrer">
            {isPicture(name) ? (
              <img src={`/media/${encodeURIComponent(name)}?w=80&auto=format`} alt="" />
            ) : null}
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}

interface ReactionsProps {
  comment: Comment
  me: string | undefined
  people: People
}

function Reactions({ comment, me, people }: ReactionsProps) {
  const commands = useService(Commands)
  const [isOpen, setIsOpen] = useState(false)
  const groups = Map.groupBy(comment.reactions, ({ emoji }) => emoji)
  const isMine = (emoji: string) =>
    groups.get(emoji)?.some(({ user_id }) => user_id === me) ?? false
  const toggle = (emoji: string) =>
    void commands.run(
      refTo(react, {
        object_id: comment.object_id,
        comment_id: comment.id,
        emoji,
        isOn: !isMine(emoji),
      }),
    )
  return (
    <>
      {[...groups].map(([emoji, all]) => (
        <Button
          key={emoji}
          variant="quiet"
          isActive={isMine(emoji)}
          tooltip={all.map(({ user_id }) => people.name(user_id)).join(', ')}
          aria-label={`${emoji} ${all.length}`}
          onPress={() => toggle(emoji)}
        >
          {`${emoji} ${all.length}`}
        </Button>
      ))}
      <PopoverTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
        <Button variant="quiet" icon="smile" aria-label="Add reaction" />
        <Popover aria-label="Reactions">
          <div className={styles.emojis}>
            {reactionEmojis.map((emoji) => (
              <Button
                key={emoji}
                variant="quiet"
                aria-label={`React with ${emoji}`}
                onPress={() => {
                  setIsOpen(false)
                  toggle(emoji)
                }}
              >
                {emoji}
              </Button>
            ))}
          </div>
        </Popover>
      </PopoverTrigger>
    </>
  )
}
