import { Focus } from '@typecase/plugin-sdk/focus'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Button } from '@typecase/ui/button'
import { TextArea } from '@typecase/ui/text-area'
import { type RefObject, useRef, useState } from 'react'

import { commentBox } from '../routes.ts'
import { mentionedIn } from '../text/parse-text.ts'
import { AttachmentField } from './attachment-field.tsx'
import styles from './comments.module.css'
import { useCommentDraft } from './use-comment-draft.ts'
import { useMembers } from './use-members.ts'
import { useMention } from './use-mention.tsx'

export interface WrittenComment {
  text: string
  mentions: string[]
  attachments: string[]
}

interface CommentFormProps {
  bucketSlug: string
  /** Name of the stored draft. */
  name: string
  label: string
  action: string
  initial?: { text: string; attachments: readonly string[] }
  boxRef?: RefObject<HTMLTextAreaElement | null>
  /** Sends the comment. @returns whether it was stored */
  onSend: (comment: WrittenComment) => Promise<boolean>
  onCancel?: () => void
}

/** A form for a comment. Ctrl+Enter sends it. The text is stored in the browser until then. */
export function CommentForm(props: CommentFormProps) {
  const { bucketSlug, name, label, action, initial, boxRef, onSend, onCancel } = props
  const { members } = useMembers(bucketSlug)
  const { text, setText, forget } = useCommentDraft(name, initial?.text)
  const [attachments, setAttachments] = useState<readonly string[]>(initial?.attachments ?? [])
  const [isAttaching, setIsAttaching] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const localRef = useRef<HTMLTextAreaElement>(null)
  const box = boxRef ?? localRef
  const focus = useService(Focus)
  const mention = useMention(members, text, setText, box)

  async function send(): Promise<void> {
    if (isSending || text.trim() === '') return
    setIsSending(true)
    const mentions = mentionedIn(text, members).map(({ id }) => id)
    const isStored = await onSend({ text: text.trim(), mentions, attachments: [...attachments] })
    setIsSending(false)
    if (!isStored) return
    forget()
    setAttachments([])
    setIsAttaching(false)
  }

  // Commands apply to the form with the focus.
  usePageHandle(commentBox, hasFocus ? { send: () => void send() } : undefined)
  return (
    <div
      className={styles.form}
      onFocus={() => setHasFocus(true)}
      onBlur={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget) || setHasFocus(false)
      }
    >
      {hasFocus ? <Sendable /> : null}
      <TextArea
        aria-label={label}
        placeholder={`${label}…`}
        rows={2}
        value={text}
        onChange={setText}
        inputRef={box}
        {...mention.box}
        maxLength={10_000}
      />
      {mention.list}
      {attachments.length > 0 ? (
        <ul aria-label="Attachments" className={styles.attachments}>
          {attachments.map((file) => (
            <li key={file}>
              <span>{file}</span>
              <Button
                variant="quiet"
                icon="x"
                aria-label={`Remove ${file}`}
                onPress={() => setAttachments(attachments.filter((one) => one !== file))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {isAttaching ? (
        <AttachmentField
          bucketSlug={bucketSlug}
          onChoose={(file) => {
            if (!attachments.includes(file)) setAttachments([...attachments, file])
            setIsAttaching(false)
            focus.moveTo(box.current)
          }}
        />
      ) : null}
      <div className={styles.actions}>
        <Button
          variant="quiet"
          icon="paperclip"
          aria-label="Attach media"
          isActive={isAttaching}
          onPress={() => setIsAttaching(!isAttaching)}
        />
        <span className={styles.space} />
        {onCancel ? (
          <Button
            variant="quiet"
            onPress={() => {
              forget()
              onCancel()
            }}
          >
            Cancel
          </Button>
        ) : null}
        <Button
          kbd={hasFocus ? '$mod+Enter' : undefined}
          isPending={isSending}
          disabledReason={text.trim() === '' ? 'Write something first.' : undefined}
          onPress={() => void send()}
        >
          {action}
        </Button>
      </div>
    </div>
  )
}

/** Publishes that Ctrl+Enter sends the focused form. */
function Sendable() {
  useProvideFacts({ 'focus.isSendable': true })
  return null
}
