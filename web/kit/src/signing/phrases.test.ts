import { expect, it } from 'vitest'
import { agreed, claimPhrase, erasurePhrase, signInPhrase, withdrawalPhrase } from './phrases'

const ann = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

it('spells the phrases as the server does', () => {
  expect([signInPhrase('etld.example'), withdrawalPhrase('etld.example'), claimPhrase('etld.example', ann, ann), erasurePhrase('etld.example', ann)]).toEqual([
    'Sign in to etld.example on chain 56. This costs nothing and moves no funds. Time: ',
    'Withdraw from my account at etld.example. ',
    `Claim deposits at etld.example sent from ${ann} for account ${ann}. This costs nothing and moves no funds out of your wallet. Time: `,
    `Erase my personal data at etld.example, account ${ann}. It cannot be brought back; balance and journal stay. Time: `,
  ])
})

const host = 'etld.example'

it('takes the phrase of no server that names another site, chain, account or act', () => {
  const claim = (account: string) => (site: string) => claimPhrase(site, ann, account)
  const ours = claimPhrase(host, ann, ann)
  expect(agreed(claim(ann), ours, host)).toBe(ours)
  expect(agreed(claim(ann.toLowerCase()), ours, host)).toBe(ours)
  const signIn = signInPhrase(host)
  const lies = [signInPhrase('bank.example'), signInPhrase(`${host}:8443`), signIn.replace('56', '1'), `${signIn} `, '', withdrawalPhrase(host), `x${signIn}`]
  for (const lie of lies) expect(agreed(signInPhrase, lie, host)).toBeNull()
  expect(agreed(claim('0x70997970C51812dc3A010C7d01b50e0d17dc79C8'), ours, host)).toBeNull()
  expect(agreed((site) => erasurePhrase(site, ann), erasurePhrase('other.example', ann), host)).toBeNull()
})

it('takes a demo by its own name under whatever host it is opened', () => {
  const servers = signInPhrase('localhost')
  for (const one of ['localhost:5173', '127.0.0.1:8080', '192.168.1.5:8080', host]) expect(agreed(signInPhrase, servers, one)).toBe(servers)
})
