import { expect, it } from 'vitest'
import { agreed, claimPhrase, erasurePhrase, signInPhrase, siteOf, withdrawalPhrase } from './phrases'

const ann = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

it.each([
  ['etld.example', 'etld.example', 'etld.example'],
  ['etld.example:8443', 'etld.example', 'etld.example:8443'],
  ['127.0.0.1:8080', '127.0.0.1', 'localhost'],
  ['localhost:5173', 'localhost', 'localhost'],
  ['[::1]:8080', '[::1]', 'localhost'],
  ['localhost.thief.example', 'localhost.thief.example', 'localhost.thief.example'],
])('a page at %s signs under its own name', (host, hostname, site) => {
  expect(siteOf({ host, hostname })).toBe(site)
})

it('spells the phrases as the server does', () => {
  expect([signInPhrase('etld.example'), withdrawalPhrase('etld.example'), claimPhrase('etld.example', ann, ann), erasurePhrase('etld.example', ann)]).toEqual([
    'Sign in to etld.example on chain 56. This costs nothing and moves no funds. Time: ',
    'Withdraw from my account at etld.example. ',
    `Claim deposits at etld.example sent from ${ann} for account ${ann}. This costs nothing and moves no funds out of your wallet. Time: `,
    `Erase my personal data at etld.example, account ${ann}. It cannot be brought back; balance and journal stay. Time: `,
  ])
})

it('takes the phrase of no server that names another site, chain, account or act', () => {
  const ours = claimPhrase('etld.example', ann, ann)
  expect(agreed(ours, ours)).toBe(ours)
  expect(agreed(claimPhrase('etld.example', ann.toLowerCase(), ann.toLowerCase()), ours)).toBe(ours)
  const signIn = signInPhrase('etld.example')
  for (const lie of [signInPhrase('bank.example'), signIn.replace('56', '1'), `${signIn} `, '', withdrawalPhrase('etld.example'), `x${signIn}`])
    expect(agreed(signIn, lie)).toBeNull()
  expect(agreed(ours, claimPhrase('etld.example', ann, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'))).toBeNull()
  expect(agreed(erasurePhrase('etld.example', ann), erasurePhrase('other.example', ann))).toBeNull()
})
