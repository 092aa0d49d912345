import { usePending } from '@typecase/plugin-sdk/react/pending'
import { QueryView } from '@typecase/content/react/query-view'
import { type Billing, getBilling } from '@typecase/contract/billing'
import { email, firstBroken, max } from '@typecase/contract/field-rules'
import { refTo } from '@typecase/plugin-sdk/command'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Commands } from '@typecase/plugin-sdk/services'
import { Button } from '@typecase/ui/button'
import { Dialog, DialogFooter } from '@typecase/ui/dialog'
import { Form } from '@typecase/ui/form'
import { Link } from '@typecase/ui/link'
import { Fact, Facts, InspectorSection } from '@typecase/ui/split-layout'
import { TextArea } from '@typecase/ui/text-area'
import { TextField } from '@typecase/ui/text-field'
import { useState } from 'react'

import { editInvoices, saveInvoices } from '../commands/cards.ts'
import { TestModeLine } from './test-mode.tsx'
import styles from './billing.module.css'

/** The recipient of invoices. */
export function InvoiceDetails() {
  const query = useApiQuery(getBilling, {})
  const { run } = useCommand(editInvoices)
  return (
    <InspectorSection title="Invoices" detail={<Link onPress={() => void run()}>Edit</Link>}>
      <QueryView isSmall query={query} what="invoice details">
        {({ billing: { email: to, company, tax_id, address } }) =>
          to || company || tax_id || address ? (
            <Facts>
              {to ? <Fact name="Sent to">{to}</Fact> : null}
              {company ? <Fact name="Company">{company}</Fact> : null}
              {tax_id ? <Fact name="Tax ID">{tax_id}</Fact> : null}
              {address ? <Fact name="Address">{address}</Fact> : null}
            </Facts>
          ) : (
            <p className={styles.about}>Sent to the address of your account.</p>
          )
        }
      </QueryView>
    </InspectorSection>
  )
}

interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Asks for the invoice details. The typed values stay if the server refuses them. */
export function InvoicesDialog({ isOpen, onClose }: DialogProps) {
  const query = useApiQuery(getBilling, {})
  return (
    <Dialog
      title="Invoice details"
      description="Shown on invoices charged to your cards."
      isOpen={isOpen}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose()
      }}
    >
      <TestModeLine />
      <QueryView isSmall query={query} what="invoice details">
        {({ billing }) => <InvoicesForm billing={billing} onSaved={onClose} />}
      </QueryView>
    </Dialog>
  )
}

function InvoicesForm({ billing, onSaved }: { billing: Billing; onSaved: () => void }) {
  const commands = useService(Commands)
  const [details, setDetails] = useState(billing)
  const [isSent, setSent] = useState(false)
  const [isPending, during] = usePending()
  const errors = {
    email: details.email ? firstBroken('E-mail', details.email, [email]) : undefined,
    company: firstBroken('Company', details.company, [max(200)]),
    tax_id: firstBroken('Tax ID', details.tax_id, [max(50)]),
    address: firstBroken('Address', details.address, [max(1000)]),
  }
  const field = (key: keyof typeof errors) => ({
    value: details[key],
    onChange: (value: string) => setDetails({ ...details, [key]: value }),
    errorMessage: errors[key],
    ...(isSent && { isTouched: true }),
  })

  async function save() {
    setSent(true)
    if (isPending || Object.values(errors).some((error) => error !== undefined)) return
    const outcome = await during(() =>
      commands.run(
        refTo(saveInvoices, { ...details, email: details.email.trim(), rev: billing.rev }),
        { source: 'button' },
      ),
    )
    if (outcome?.undo) onSaved()
  }

  return (
    <Form aria-label="Invoice details" onSubmit={() => void save()}>
      <TextField label="E-mail" type="email" autoFocus {...field('email')} />
      <TextField label="Company" {...field('company')} />
      <TextField label="Tax ID" {...field('tax_id')} />
      <TextArea label="Address" {...field('address')} />
      <DialogFooter>
        <Button slot="close">Cancel</Button>
        <Button type="submit" variant="primary" isPending={isPending}>
          Save invoice details
        </Button>
      </DialogFooter>
    </Form>
  )
}
