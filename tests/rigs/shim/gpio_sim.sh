#!/bin/bash
# Debian's kernel has no gpio-sim: builds it from that kernel's own source. Runs inside the rig's root; $1: the kernel.
set -euo pipefail
mkdir -p /root/gpio-sim && cd /root/gpio-sim
source=$(ls /usr/src/linux-source-*.tar.xz | head -1)
name=$(basename "$source" .tar.xz)
tar -xJf "$source" --strip-components=3 "$name/drivers/gpio/gpio-sim.c"
tar -xJf "$source" --strip-components=3 "$name/kernel/irq/irq_sim.c" 2>/dev/null || tar -xJf "$source" --strip-components=2 "$name/kernel/irq/irq_sim.c"
[ -e irq_sim.c ] || mv irq/irq_sim.c .
mv gpio-sim.c gpio-sim-core.c
sed -i 's/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq_safe(irqnum)/' irq_sim.c  # the former is not exported
printf 'obj-m := gpio-sim.o\ngpio-sim-objs := gpio-sim-core.o irq_sim.o\nccflags-y += -DCONFIG_IRQ_SIM=1\n' > Makefile
make -s -C "/lib/modules/$1/build" M=/root/gpio-sim modules
strip -g gpio-sim.ko && cp gpio-sim.ko /root/gpio-sim.ko
