import type { Usage } from '@platform-sdk/gateway';
import { query } from '@platform-sdk/query';
import { useClient } from '@platform-sdk/react';
import { createWalletsClient } from '@platform-sdk/wallets';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { credits } from '../../components/credits.ts';
import { Facts } from '../../components/facts.tsx';

/** Shows the tokens of the last reply, and how much the wallets have spent since the chat was opened. The gateway sends no price. */
export const Cost = ({ usage }: { readonly usage: Usage | undefined }) => {
  const wallets = useClient(createWalletsClient);
  const { data } = useQuery(query(wallets.list));
  const balance = data?.reduce((sum, wallet) => sum + wallet.balance, 0);
  const first = useRef(balance);
  first.current ??= balance;
  const spent = Math.max(0, (first.current ?? 0) - (balance ?? 0));
  return (
    <Facts
      facts={{
        ...(usage && { 'Tokens of the reply': usage.completion_tokens, 'Tokens of the question': usage.prompt_tokens }),
        'Spent in this chat': credits(Number(spent.toFixed(6))),
      }}
    />
  );
};
