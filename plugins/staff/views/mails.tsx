import { staffMails } from '@typecase/contract/staff'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { Time } from '@typecase/ui/time'
import { useState } from 'react'
import { formatNumber } from '@typecase/ui/format'
import { plural } from '@typecase/ui/count'

import { RowWords, SIZE, StaffList } from './staff-list.tsx'

/** E-mails that the mail server has not accepted yet. */
export default function Mails() {
  const [skip, setSkip] = useState(0)
  const query = useApiQuery(
    staffMails,
    { query: { limit: SIZE, skip } },
    { refetchInterval: 10_000 },
  )
  return (
    <StaffList
      title="E-mails waiting"
      description={
        query.data?.has_server === false
          ? 'No mail server is set (SMTP_URL): e-mails are files in the folder outbox of DATA_DIR.'
          : 'E-mail that the server refuses is retried for about an hour.'
      }
      query={query}
      rows={({ mails }) => mails.map((mail, index) => ({ ...mail, id: `${skip + index}` }))}
      keyOf={({ id }) => id}
      empty="No e-mail is waiting"
      hint="E-mail that could not be sent appears here with the reason."
      skip={skip}
      onSkip={setSkip}
    >
      {(mail) => (
        <RowWords title={mail.subject}>
          {mail.to} · tried {plural(mail.tries, 'once', `${formatNumber(mail.tries)} times`)} ·
          again <Time value={mail.next_at} /> · {mail.problem}
        </RowWords>
      )}
    </StaffList>
  )
}
