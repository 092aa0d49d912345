import { email, firstBroken, notBlank } from '@typecase/contract/field-rules'
import {
  commentBySharedLink,
  MAX_GUEST_COMMENT,
  MAX_LINK_TITLE,
} from '@typecase/contract/shared-links'
import { usePending } from '@typecase/plugin-sdk/react/pending'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Api } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Form, FormActions, FormRow, FormSection } from '@typecase/ui/form'
import { TextArea } from '@typecase/ui/text-area'
import { TextField } from '@typecase/ui/text-field'
import { useState } from 'react'

import styles from './shared.module.css'

interface GuestCommentProps {
  link: string
  token: string
  objectID: string
}

/** The form for a guest's comment. */
export function GuestComment({ link, token, objectID }: GuestCommentProps) {
  const api = useService(Api)
  const [values, setValues] = useState({ name: '', email: '', text: '' })
  const [isSubmitted, setSubmitted] = useState(false)
  const [outcome, setOutcome] = useState<{ message: string; isFailure: boolean }>()
  const [isPending, during] = usePending()
  const problems = {
    name: firstBroken('Name', values.name, [notBlank]),
    email: firstBroken('E-mail', values.email, [notBlank, email]),
    text: firstBroken('Comment', values.text, [notBlank]),
  }

  async function submit() {
    setSubmitted(true)
    if (isPending || Object.values(problems).some((problem) => problem !== undefined)) return
    const body = { link, token, object_id: objectID, ...values }
    try {
      await during(() => api.call(commentBySharedLink, { body }))
      setOutcome({ message: 'Sent your comment.', isFailure: false })
      setValues({ ...values, text: '' })
      setSubmitted(false)
    } catch (error) {
      const message = error instanceof Error ? error.message : 'Your comment was not sent.'
      setOutcome({ message, isFailure: true })
    }
  }

  const field = (key: keyof typeof values, label: string) => ({
    label,
    value: values[key],
    onChange: (value: string) => setValues({ ...values, [key]: value }),
    errorMessage: isSubmitted ? problems[key] : undefined,
    isTouched: isSubmitted,
    isRequired: true,
  })
  return (
    <section className={styles.comment}>
      <FormSection title="Comment" description="The person who shared this is notified.">
        <Form aria-label="Comment" onSubmit={() => void submit()}>
          <FormRow>
            <TextField {...field('name', 'Name')} maxLength={MAX_LINK_TITLE} autoComplete="name" />
            <TextField {...field('email', 'E-mail')} type="email" autoComplete="email" />
          </FormRow>
          <TextArea {...field('text', 'Comment')} rows={3} maxLength={MAX_GUEST_COMMENT} />
          <FormActions>
            <Button type="submit" variant="primary" isPending={isPending}>
              Send comment
            </Button>
          </FormActions>
          <p role="status" className={outcome?.isFailure ? styles.failure : styles.text}>
            {outcome?.message}
          </p>
        </Form>
      </FormSection>
    </section>
  )
}
