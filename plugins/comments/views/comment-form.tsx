import { Focus } from '@typecase/plugin-sdk/focus'
import { useProvideFacts } from '@typecase/plugin-sdk/react/facts'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Avatar } from '@typecase/ui/avatar'
import { Button } from '@typecase/ui/button'
import { TextArea } from '@typecase/ui/text-area'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'

import { commentBox } from '../page-handles.ts'
import { mentionBefore, mentionedIn } from '../text/parse-text.ts'
import { AttachmentField } from './attachment-field.tsx'
import styles from './comments.module.css'
import { useCommentDraft } from './use-comment-draft.ts'
import { type Member, useMembers } from './use-members.ts'

export interface WrittenComment {
  text: string
  mentions: string[]
  attachments: string[]
}

interface CommentFormProps {
  bucketSlug: string
  /** Names the draft that is kept. */
  name: string
  label: string
  action: string
  initial?: { text: string; attachments: readonly string[] }
  boxRef?: RefObject<HTMLTextAreaElement | null>
  /** @returns whether it was stored */
  onSend: (comment: WrittenComment) => Promise<boolean>
  onCancel?: () => void
}

/** The most people that are offered while one types a name. */
const OFFERED = 6

/** A box to write a comment in. Ctrl+Enter sends it; what is typed is kept until then. */
export function CommentForm(props: CommentFormProps) {
  const { bucketSlug, name, label, action, initial, boxRef, onSend, onCancel } = props
  const { members } = useMembers(bucketSlug)
  const { text, setText, forget } = useCommentDraft(name, initial?.text)
  const [attachments, setAttachments] = useState<readonly string[]>(initial?.attachments ?? [])
  const [isAttaching, setIsAttaching] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const ownRef = useRef<HTMLTextAreaElement>(null)
  const box = boxRef ?? ownRef
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

  // Commands and keys are outside React: they are about the box that has the focus.
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
        onKeyDown={(event) => mention.onKeyDown(event)}
        onKeyUp={mention.look}
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

/** Says that Ctrl+Enter belongs to the box that has the focus. */
function Sendable() {
  useProvideFacts({ 'focus.isSendable': true })
  return null
}

/** Completes names after an @. */
function useMention(
  members: readonly Member[],
  text: string,
  setText: (text: string) => void,
  box: RefObject<HTMLTextAreaElement | null>,
) {
  const id = useId()
  const [open, setOpen] = useState<{ from: number; words: string }>()
  const [active, setActive] = useState(0)
  const words = open?.words.toLowerCase() ?? ''
  const offered = open ? members.filter(({ name }) => hasWord(name, words)).slice(0, OFFERED) : []

  function look(): void {
    const area = box.current
    const next = area ? mentionBefore(area.value, area.selectionStart) : undefined
    if (next?.from === open?.from && next?.words === open?.words) return
    setOpen(next)
    setActive(0)
  }

  function choose(member: Member | undefined): void {
    const area = box.current
    if (!member || !open || !area) return
    const end = open.from + open.words.length + 1
    const before = `${text.slice(0, open.from)}@${member.name} `
    setText(before + text.slice(end).replace(/^ /, ''))
    setOpen(undefined)
    // Once the text is there.
    requestAnimationFrame(() => area.setSelectionRange(before.length, before.length))
  }

  function onKeyDown(event: KeyboardEvent & { continuePropagation?: () => void }): void {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (offered.length > 0 && isPlain) {
      if (step !== undefined) {
        event.preventDefault()
        setActive((active + step + offered.length) % offered.length)
        return
      }
      if (event.key === 'Enter' || event.key === 'Tab') {
        event.preventDefault()
        choose(offered[active])
        return
      }
      if (event.key === 'Escape') {
        event.preventDefault()
        setOpen(undefined)
        return
      }
    }
    event.continuePropagation?.()
  }

  const list =
    offered.length > 0 ? (
      <div role="listbox" id={id} aria-label="People" className={styles.people}>
        {offered.map((member, index) => (
          <div
            key={member.id}
            role="option"
            id={`${id}-${index}`}
            tabIndex={-1}
            aria-selected={index === active}
            onPointerDown={(event) => {
              event.preventDefault()
              choose(member)
            }}
          >
            <Avatar name={member.name} size={20} isDecorative />
            {member.name}
          </div>
        ))}
      </div>
    ) : null
  return { list, look, onKeyDown }
}

const hasWord = (name: string, words: string): boolean =>
  ` ${name.toLowerCase()}`.includes(` ${words}`)
