import { Button } from '@typecase/ui/button'
import { TextField } from '@typecase/ui/text-field'
import { type FormEvent, useState } from 'react'

import styles from './import-page.module.css'

interface AddressChoiceProps {
  /** The address chosen before, so that the user can correct it. */
  chosen: string | undefined
  onChoose(address: URL): void
}

/** Takes the address of a file for the server to fetch. */
export function AddressChoice({ chosen = '', onChoose }: AddressChoiceProps) {
  const [address, setAddress] = useState(chosen)
  const [failure, setFailure] = useState<string>()

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const url = URL.parse(address.trim())
    if (url && /^https?:$/.test(url.protocol)) onChoose(url)
    else setFailure('Enter an address that begins with https:// or http://.')
  }

  return (
    <form className={styles.address} onSubmit={handleSubmit} noValidate>
      <TextField
        label="Or the address of a file"
        description="The server fetches it. The address must work without a login."
        placeholder="https://example.com/export.zip"
        type="url"
        isCode
        value={address}
        onChange={(text) => {
          setAddress(text)
          setFailure(undefined)
        }}
        errorMessage={failure}
        isTouched={failure !== undefined}
      />
      <Button type="submit">Fetch</Button>
    </form>
  )
}
