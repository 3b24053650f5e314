package crash

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"testing"

	"etld/internal/base/skip"
)

const (
	bridge      = "etld-drill"
	networkHead = "10.77.0."
)

// machine is a network namespace on the drill's bridge: programs in it have an address of
// their own, and whatever it exchanges with another machine can be dropped.
type machine struct {
	t             *testing.T
	name, address string
}

// startNetwork makes the bridge. What an earlier drill left behind goes away first.
func startNetwork(t *testing.T) {
	t.Helper()
	for _, name := range []string{"ip", "iptables", "setpriv"} {
		if _, err := exec.LookPath(name); err != nil || os.Geteuid() != 0 {
			skip.Because(t, "the drill is run by root and needs iproute2, iptables and util-linux")
		}
	}
	_ = exec.Command("ip", "link", "del", bridge).Run()
	run(t, "ip", "link", "add", bridge, "type", "bridge")
	t.Cleanup(func() { run(t, "ip", "link", "del", bridge) })
	run(t, "ip", "addr", "add", networkHead+"254/24", "dev", bridge)
	run(t, "ip", "link", "set", bridge, "up")
}

func newMachine(t *testing.T, name string, number int) *machine {
	t.Helper()
	m := &machine{t: t, name: "etld-" + name, address: fmt.Sprint(networkHead, number)}
	_ = exec.Command("ip", "netns", "del", m.name).Run()
	// The line goes away a moment after the machine.
	_ = exec.Command("ip", "link", "del", m.name).Run()
	run(t, "ip", "netns", "add", m.name)
	t.Cleanup(func() { run(t, "ip", "netns", "del", m.name) })
	run(t, "ip", "link", "add", m.name, "type", "veth", "peer", "name", "eth0", "netns", m.name)
	run(t, "ip", "link", "set", m.name, "master", bridge, "up")
	run(t, "ip", "-n", m.name, "addr", "add", m.address+"/24", "dev", "eth0")
	for _, device := range []string{"lo", "eth0"} {
		run(t, "ip", "-n", m.name, "link", "set", device, "up")
	}
	return m
}

// command is a program on this machine.
func (m *machine) command(arguments ...string) []string {
	return slices.Concat([]string{"ip", "netns", "exec", m.name}, arguments)
}

// begin starts a program that ends with the test; its output goes to a file.
func (m *machine) begin(output string, arguments ...string) *exec.Cmd {
	m.t.Helper()
	log, err := os.OpenFile(output, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		m.t.Fatal(err)
	}
	defer log.Close()
	words := m.command(arguments...)
	command := exec.Command(words[0], words[1:]...)
	command.Dir, command.Stdout, command.Stderr = "/", log, log
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := command.Start(); err != nil {
		m.t.Fatal(err)
	}
	return command
}

// cut drops without a word whatever comes from others or goes there; mend ends it.
func (m *machine) cut(others ...*machine) {
	m.t.Helper()
	for _, o := range others {
		run(m.t, m.command("iptables", "-w", "-A", "INPUT", "-s", o.address, "-j", "DROP")...)
		run(m.t, m.command("iptables", "-w", "-A", "OUTPUT", "-d", o.address, "-j", "DROP")...)
	}
}

func (m *machine) mend() {
	m.t.Helper()
	run(m.t, m.command("iptables", "-w", "-F")...)
}

// forward has what asks for a port of this machine reach a program that listens to the
// machine itself alone.
func (m *machine) forward(port int) {
	m.t.Helper()
	run(m.t, m.command("sysctl", "-qw", "net.ipv4.conf.all.route_localnet=1")...)
	run(m.t, m.command("iptables", "-w", "-t", "nat", "-A", "PREROUTING", "-p", "tcp", "-d", m.address, "--dport", fmt.Sprint(port),
		"-j", "DNAT", "--to-destination", "127.0.0.1")...)
}

// run runs a program of the system to its end.
func run(t *testing.T, arguments ...string) {
	t.Helper()
	if out, err := exec.Command(arguments[0], arguments[1:]...).CombinedOutput(); err != nil {
		t.Errorf("%v: %v, %s", arguments, err, out)
	}
}
