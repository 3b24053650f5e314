// Package earning works out what machines earn. It is arithmetic only: it reads
// nothing, posts nothing and knows no clock, so that every figure can be
// recomputed from what is stored.
//
// Words. A *life* is what of a machine decides about its earnings: its terms, its
// power, when its clock ran. *Interest* is paid in USDT: day k of n brings
// floor(total·k/n) − floor(total·(k−1)/n), due each full 24 hours of running and
// posted at the end of the clock hour in which it falls due; the last day's is
// paid with maturity. *Output* is paid in ETLD for each *closed day* of the
// platform, by its *rate*: the output of one T that mined all day. The *weight*
// of a day is the network's power times the seconds it mined.
//
// What holds. The days of interest add up to the total exactly. A day's output is
// at most nine tenths of the day's budget, the budget at most a thirtieth of the
// pool; a machine's output is at most its cap. All of it is rounded down.
package earning
